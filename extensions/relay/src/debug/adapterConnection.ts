import type { Disposable } from 'vscode';
import { DebugEvent, type DebugFailedBody } from '../../../../server/protocol/debug.ts';
import { CloseCode, normalizeClose } from '../../../../server/protocol/errors.ts';
import type { Clock } from '../clock.ts';
import { ReconnectLadder } from '../reconnectLadder.ts';
import type { Refusal } from '../refusal.ts';
import type { AdapterEnd } from './adapterEnd.ts';
import { AdapterSocket } from './adapterSocket.ts';
import { decodeFailed, decodeReady, type Message, type Ready } from './adapterMessages.ts';

/** What comes over the sockets of one session, in order; `closed` is the last. */
export interface ConnectionListener {
  /** With `resumed`, messages of before follow, up to `retold`. */
  ready(ready: Ready): void;
  retold(): void;
  failing(): void;
  message(message: Message): void;
  /** The network is gone, or the relay; it is being tried again. */
  away(): void;
  closed(end: AdapterEnd): void;
}

export interface ConnectionWorld {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly clock: Clock;
  readonly whyRefused: (url: string) => Promise<Refusal>;
  /** Whether a session is there no more; undefined where nobody answers. */
  readonly isGone: (session: string) => Promise<boolean | undefined>;
}

type State =
  | { readonly kind: 'opening'; readonly socket: AdapterSocket }
  | { readonly kind: 'open'; readonly socket: AdapterSocket }
  /** The relay said why it will close. */
  | { readonly kind: 'failing'; readonly socket: AdapterSocket; readonly failure: DebugFailedBody }
  /** Until the next try. */
  | { readonly kind: 'away'; readonly timer: Disposable }
  | { readonly kind: 'returning'; readonly socket: AdapterSocket }
  /** It is being found out why it could not return, or not open. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'closed' };

/** For so long the relay keeps a session whose page is lost, and a moment for the way. */
const awayTime = 2 * 60_000 + 10_000;

/** One session's way to its adapter: a WebSocket, and another one when the network was gone for a while. */
export class AdapterConnection {
  readonly #world: ConnectionWorld;
  readonly #listener: ConnectionListener;
  readonly #ladder = new ReconnectLadder();
  readonly #isTakingUp: boolean;
  #state: State;
  #ready: Ready | undefined;
  /** How many messages came, as the relay counts them. */
  #received = 0;
  #isRetelling = false;
  #deadline: Disposable | undefined;

  /** @param takeUp the session of an earlier page that it is to go on with */
  constructor(world: ConnectionWorld, takeUp: string | undefined, listener: ConnectionListener) {
    this.#world = world;
    this.#listener = listener;
    this.#isTakingUp = takeUp !== undefined;
    const url = takeUp === undefined ? world.url : withParameters(world.url, { session: takeUp });
    this.#state = { kind: 'opening', socket: this.#connect(url) };
  }

  send(message: object): void {
    if ('socket' in this.#state) this.#state.socket.send(message);
  }

  /** The network may be back: now is a good moment to try. */
  hurry(): void {
    const state = this.#state;
    if (state.kind === 'away') {
      state.timer.dispose();
      this.#return();
    } else if (state.kind === 'open') state.socket.check();
  }

  /** The last call; nothing comes after it. */
  close(): void {
    const state = this.#state;
    if ('socket' in state) state.socket.close();
    if (state.kind === 'away') state.timer.dispose();
    this.#deadline?.dispose();
    this.#state = { kind: 'closed' };
  }

  #connect(url: string): AdapterSocket {
    const socket: AdapterSocket = new AdapterSocket(url, this.#world, {
      message: (message) => this.#receive(socket, message),
      closed: (code) => void this.#closed(socket, code),
    });
    return socket;
  }

  #receive(socket: AdapterSocket, message: Message): void {
    if (!('socket' in this.#state) || this.#state.socket !== socket) return;
    const event = message.type === 'event' && 'event' in message ? message.event : undefined;
    if (event === DebugEvent.here) return;
    if (event === DebugEvent.resumed) return this.#retold(socket);
    if (!this.#isRetelling) this.#received += 1;
    const body = 'body' in message ? message.body : undefined;
    if (event === DebugEvent.ready) return this.#isReady(socket, decodeReady(body));
    if (event !== DebugEvent.failed) return this.#listener.message(message);
    const failure = decodeFailed(body);
    this.#state = { kind: 'failing', socket, failure };
    this.#listener.failing();
  }

  #isReady(socket: AdapterSocket, ready: Ready): void {
    this.#ready = ready;
    this.#isRetelling = ready.resumed !== undefined;
    if (!this.#isRetelling) this.#state = { kind: 'open', socket };
    this.#listener.ready(ready);
  }

  #retold(socket: AdapterSocket): void {
    this.#isRetelling = false;
    this.#received = this.#ready?.resumed?.received ?? this.#received;
    this.#state = { kind: 'open', socket };
    this.#deadline?.dispose();
    this.#deadline = undefined;
    this.#ladder.reset();
    this.#listener.retold();
  }

  async #closed(socket: AdapterSocket, code: number): Promise<void> {
    const state = this.#state;
    if (!('socket' in state) || state.socket !== socket) return;
    this.#isRetelling = false;
    const isLost = normalizeClose(code) === CloseCode.connectionLost;
    if (!isLost || state.kind === 'failing') {
      const failure = state.kind === 'failing' ? state.failure : undefined;
      return this.#end({ kind: 'closed', code: normalizeClose(code), ...(failure && { failure }) });
    }
    if (state.kind === 'open' && this.#ready?.session !== undefined) return this.#leave();
    this.#state = { kind: 'asking' };
    if (state.kind === 'returning') return this.#tryAgain();
    if (this.#isTakingUp) return this.#end({ kind: 'gone' });
    // A browser tells nothing about an answer that was no socket.
    const why = await this.#world.whyRefused(this.#world.url);
    if (this.#state.kind === 'asking') this.#end({ kind: 'refused', why });
  }

  #leave(): void {
    this.#deadline = this.#world.clock.after(awayTime, () => this.#giveUp());
    this.#wait();
    this.#listener.away();
  }

  #wait(): void {
    this.#state = {
      kind: 'away',
      timer: this.#world.clock.after(this.#ladder.next(), () => this.#return()),
    };
  }

  #return(): void {
    const { session = '', epoch = 0 } = this.#ready ?? {};
    const parameters = { session, epoch: `${epoch}`, received: `${this.#received}` };
    this.#state = { kind: 'returning', socket: this.#connect(withParameters(this.#world.url, parameters)) };
  }

  async #tryAgain(): Promise<void> {
    const isGone = await this.#world.isGone(this.#ready?.session ?? '');
    if (this.#state.kind !== 'asking') return;
    if (isGone) this.#giveUp();
    else this.#wait();
  }

  #giveUp(): void {
    this.#end({ kind: 'closed', code: CloseCode.connectionLost });
  }

  #end(end: AdapterEnd): void {
    if (this.#state.kind === 'closed') return;
    this.close();
    this.#listener.closed(end);
  }
}

function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const full = new URL(url);
  for (const [name, value] of Object.entries(parameters)) full.searchParams.set(name, value);
  return full.href;
}
