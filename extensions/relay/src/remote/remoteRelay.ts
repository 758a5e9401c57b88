import { EventEmitter, type Disposable, type Event, type LogOutputChannel } from 'vscode';
import type { BootFolder } from '../../../../server/protocol/boot.ts';
import { within, type Clock } from '../clock.ts';
import { isRecord } from '../json.ts';
import { ReconnectLadder } from '../reconnectLadder.ts';
import { debugSocketUrl, protocolsWith, socketUrl, type Hold, type RelayAddress } from '../relayAddress.ts';
import type { TypedAddress } from './relayOrigin.ts';
import type { RelayTokens } from './relayTokens.ts';
import type { RemoteState } from './remoteState.ts';

/** For an answer of a machine that may be far away. */
const timeout = 10_000;

export interface RemoteWorld {
  readonly tokens: RelayTokens;
  readonly clock: Clock;
  readonly log: LogOutputChannel;
}

type Answer = Extract<RemoteState, { kind: 'connected' | 'wrongToken' | 'unreachable' | 'refused' }>;

/** A relay elsewhere, for stock VS Code for the Web: where it is, whether it lets this page in, and its folder. */
export class RemoteRelay implements RelayAddress, Disposable {
  readonly #world: RemoteWorld;
  readonly #changed = new EventEmitter<void>();
  readonly #ladder = new ReconnectLadder();
  #state: RemoteState = { kind: 'unknown' };
  /** What was tried last. */
  #address: TypedAddress | undefined;
  #retry: Disposable | undefined;
  /** Tells a question from those that came after it. */
  #turn = 0;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(world: RemoteWorld) {
    this.#world = world;
  }

  get state(): RemoteState {
    return this.#state;
  }

  get isKnown(): boolean {
    return this.#state.kind === 'connected';
  }

  /** Resolves once it is connected, or after so many milliseconds. */
  async connected(limit: number): Promise<void> {
    if (this.isKnown) return;
    let subscription: Disposable | undefined;
    const connected = new Promise<void>((resolve) => {
      subscription = this.onDidChange(() => this.isKnown && resolve());
    });
    await within(this.#world.clock, limit, connected);
    subscription?.dispose();
  }

  /** The relay's folder, once it is known. */
  get folder(): BootFolder | undefined {
    return this.#state.kind === 'connected' ? this.#state.folder : undefined;
  }

  get protocols(): readonly string[] {
    return this.#state.kind === 'connected' ? protocolsWith(this.#state.token) : [];
  }

  url(serverId: string, hold: Hold | undefined): string {
    return socketUrl(this.#origin(), serverId, hold);
  }

  debugUrl(type: string, parent: string | undefined): string {
    return debugSocketUrl(this.#origin(), type, parent);
  }

  /** Paths are relative to the relay's origin. */
  readonly fetch = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (this.#state.kind === 'connected') headers.set('authorization', `Bearer ${this.#state.token}`);
    const url = input instanceof Request ? input : new URL(input, this.#origin());
    return globalThis.fetch(url, { ...init, headers, credentials: 'omit' });
  };

  /** Takes the relay at `address`, with its token or with the one that was used there before. */
  async connect({ origin, token: given }: TypedAddress): Promise<RemoteState> {
    const turn = this.#begin();
    const token = given ?? (await this.#world.tokens.of(origin));
    if (turn !== this.#turn) return this.#state;
    this.#address = token === undefined ? { origin } : { origin, token };
    if (token === undefined) return this.#become({ kind: 'noToken', origin });
    // While it is looked at again, nothing flickers.
    const isAgain = this.#state.kind === 'unreachable' || this.#state.kind === 'connected';
    if (!isAgain || !('origin' in this.#state) || this.#state.origin !== origin) {
      this.#become({ kind: 'connecting', origin });
    }
    const answer = await ask(origin, token);
    if (turn !== this.#turn) return this.#state;
    if (answer.kind === 'connected') {
      this.#ladder.reset();
      await this.#world.tokens.keep(origin, token);
    } else if (answer.kind === 'unreachable') {
      this.#retry = this.#world.clock.after(this.#ladder.next(), () => this.hurry());
    }
    return this.#become(answer);
  }

  /** Asks again now: the network is back, or somebody says so. */
  hurry(): void {
    if (this.#state.kind === 'unreachable') this.#again();
  }

  /** Whoever uses the relay was turned away: is it still the one it was? */
  check(): void {
    if (this.#state.kind === 'connected') this.#again();
  }

  dispose(): void {
    this.#begin();
    this.#changed.dispose();
  }

  #again(): void {
    if (this.#address) void this.connect(this.#address);
  }

  #begin(): number {
    this.#retry?.dispose();
    this.#retry = undefined;
    return ++this.#turn;
  }

  #origin(): string {
    if ('origin' in this.#state) return this.#state.origin;
    throw new Error('Bug: the relay is used before it is known where it is.');
  }

  #become(state: RemoteState): RemoteState {
    const before = this.#state;
    this.#state = state;
    if (before.kind === state.kind && JSON.stringify(before) === JSON.stringify(state)) return state;
    const origin = 'origin' in state ? ` (${state.origin})` : '';
    this.#world.log.info(`relay: ${before.kind} → ${state.kind}${origin}`);
    this.#changed.fire();
    return state;
  }
}

/** Introduces this page to a relay. */
async function ask(origin: string, token: string): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`${origin}/api/boot`, {
      headers: { authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    });
  } catch {
    // Down, too slow, or not for this page: a browser does not tell which.
    return { kind: 'unreachable', origin };
  }
  if (response.status === 401) return { kind: 'wrongToken', origin };
  const body: unknown = await response.json().catch(() => undefined);
  const folder = isRecord(body) ? readFolder(body['folder']) : undefined;
  if (response.ok && folder) return { kind: 'connected', origin, token, folder };
  const said = isRecord(body) && typeof body['message'] === 'string' ? body['message'] : undefined;
  return { kind: 'refused', origin, reason: said ?? `${response.status} ${response.statusText}` };
}

function readFolder(value: unknown): BootFolder | undefined {
  if (!isRecord(value)) return undefined;
  const { id, name, uri } = value;
  return typeof id === 'string' && typeof name === 'string' && typeof uri === 'string'
    ? { id, name, uri }
    : undefined;
}
