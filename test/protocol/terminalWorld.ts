import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type {
  TerminalDetails,
  TerminalNotifications,
  TerminalRefusal,
  TerminalReplay,
  TerminalRequest,
  TerminalRequests,
} from '../../server/protocol/terminal.ts';
import { until } from '../harness/until.ts';
import { ChannelClient, type ServerWorld } from './serverWorld.ts';

/** A page's end of `/terminal`. It shows everything at once, unless told to stop. */
export class TerminalPage extends ChannelClient<TerminalRequests, TerminalNotifications> {
  acknowledges = true;
  /** UTF-16 code units of output so far. */
  received = 0;
  readonly #output = new Map<number, string>();

  static async open(world: ServerWorld, page = 'page', window = 'window'): Promise<TerminalPage> {
    const socket = world.socket('/terminal');
    await once(socket, 'open');
    const client = new TerminalPage(socket);
    socket.on('message', (frame) => client.#received(JSON.parse(String(frame)) as Message));
    await client.request('terminal/hello', { page, window });
    return client;
  }

  /** Opens a terminal that does not depend on the user's own start-up files. */
  async create(world: ServerWorld, request: Partial<TerminalRequest> = {}): Promise<TerminalDetails> {
    const created = await this.ask(world, request);
    if ('refused' in created) throw new Error(created.message);
    return created;
  }

  ask(
    world: ServerWorld,
    request: Partial<TerminalRequest> = {},
  ): Promise<TerminalDetails | TerminalRefusal> {
    return this.request('terminal/create', {
      profile: 'sh',
      cwd: world.uri(),
      columns: 80,
      rows: 24,
      scrollback: 1_000,
      nonce: null,
      persistent: true,
      note: '',
      ...request,
    });
  }

  async type({ id }: { id: number }, data: string): Promise<void> {
    await this.request('terminal/input', { id, data });
  }

  /** The last million characters that it wrote. */
  output({ id }: { id: number }): string {
    return this.#output.get(id) ?? '';
  }

  /** Waits for this in what a terminal wrote, and returns what matched. */
  async shows(terminal: { id: number }, pattern: RegExp, { seconds = 30 } = {}): Promise<string> {
    return until(`the terminal shows ${pattern}`, () => pattern.exec(this.output(terminal))?.[0], {
      seconds,
    });
  }

  async attach({ id }: { id: number }): Promise<TerminalReplay> {
    const replay = await this.request('terminal/attach', { id });
    if ('refused' in replay) throw new Error(replay.message);
    return replay;
  }

  async ended({ id }: { id: number }): Promise<TerminalNotifications['terminal/ended']> {
    return until('the terminal has ended', () => this.of('terminal/ended').find((event) => event.id === id));
  }

  /** Runs a command in a terminal of its own: terminals are served. */
  async works(world: ServerWorld): Promise<void> {
    const terminal = await this.create(world);
    await this.type(terminal, 'echo st"ill" served\r');
    await this.shows(terminal, /still served/);
  }

  list(): Promise<readonly TerminalDetails[]> {
    return this.request('terminal/list', {});
  }

  #received({ method, params }: Message): void {
    if (method !== 'terminal/data' || !params) return;
    const { id, data } = params;
    this.received += data.length;
    this.#output.set(id, (this.output(params) + data).slice(-1_000_000));
    // The socket may be gone by now.
    if (this.acknowledges)
      this.request('terminal/acknowledge', { id, count: data.length }).catch(() => undefined);
  }
}

interface Message {
  readonly method?: string;
  readonly params?: TerminalNotifications['terminal/data'];
}

/** Whether a process is there, and no zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // It is gone.
    return false;
  }
}
