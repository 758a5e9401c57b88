import type { WebSocket } from 'ws';
import type { Clock, Timer } from '../broker/clock.ts';
import type { Page } from '../broker/ports.ts';
import { keepAlive } from '../http/keepAlive.ts';
import { subprotocol } from '../protocol/control.ts';
import { largeBuffers } from '../process/largeBuffers.ts';
import { CloseCode, Limit } from '../protocol/errors.ts';

export interface PageEvents {
  message(message: Uint8Array): void;
  congested(isCongested: boolean): void;
  closed(code: number): void;
  /** It did not read for too long, or did not answer pings. */
  lost(reason: string): void;
}

export interface PageOptions {
  /** Milliseconds that it may leave much unread before it is given up. */
  readonly slowTime: number;
  /** What it calls its window. */
  readonly window?: string | undefined;
}

/** Its answer to a close may never come. */
const closeTime = 2_000;
/** Above this the server's output waits, for a while. */
const congestionBytes = Limit.outboundBytes / 2;
/** What is buffered below this is not worth a callback. */
const unwatchedBytes = 256 * 1024;
/** Below this it goes on. */
const relievedBytes = congestionBytes / 2;

/** A page behind a WebSocket. */
export class WebSocketPage implements Page {
  readonly window: string | undefined;
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #events: PageEvents;
  readonly #slowTime: number;
  #slow: Timer | undefined;
  #closing: Timer | undefined;
  readonly #seen: () => void;
  #isPaused = false;

  constructor(socket: WebSocket, clock: Clock, { slowTime, window }: PageOptions, events: PageEvents) {
    this.window = window;
    this.#socket = socket;
    this.#clock = clock;
    this.#events = events;
    this.#slowTime = slowTime;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', (code) => this.#closed(code));
    // A socket that fails also closes, and `close` deals with it.
    socket.on('error', (error) => events.lost(error.message));
    this.#seen = keepAlive(socket, clock, {
      // A paused socket hears no pong: that is our doing.
      isDeaf: () => this.#isPaused,
      onDead: () => events.lost('it does not answer pings'),
    });
  }

  get speaksMooring(): boolean {
    return this.#socket.protocol === subprotocol;
  }

  send(message: Uint8Array): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    const waiting = socket.bufferedAmount;
    if (waiting > Limit.outboundBytes) return this.#tooSlow();
    // Being told when it is sent costs more than sending it, unless there is much of it.
    if (waiting + message.length <= unwatchedBytes) return socket.send(message, sendOptions);
    socket.send(message, sendOptions, () => this.#sent(message));
    if (!this.#slow && socket.bufferedAmount > congestionBytes) {
      this.#slow = this.#clock.after(this.#slowTime, () => this.#tooSlow());
      this.#events.congested(true);
    }
  }

  probe(onAlive: () => void): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // Nothing is heard of a paused one, whether it is there or gone.
    if (this.#isPaused) this.#socket.resume();
    this.#socket.once('pong', () => {
      if (this.#isPaused) this.#socket.pause();
      onAlive();
    });
    this.#socket.ping();
  }

  close(code: CloseCode): void {
    this.#socket.close(code);
    this.#closing ??= this.#clock.after(closeTime, () => this.#socket.terminate());
  }

  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#seen();
    this.#socket.resume();
  }

  #receive(data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean): void {
    if (isBinary || !Buffer.isBuffer(data)) {
      this.#events.lost('it sent a binary frame');
      return this.close(CloseCode.connectionLost);
    }
    this.#events.message(data);
  }

  #sent(message: Uint8Array): void {
    largeBuffers.giveBack(message);
    if (!this.#slow || this.#socket.bufferedAmount > relievedBytes) return;
    this.#slow.cancel();
    this.#slow = undefined;
    this.#events.congested(false);
  }

  #tooSlow(): void {
    this.#events.lost('it does not read what it is sent');
    this.#socket.close(CloseCode.connectionLost);
    // What waits in the buffer would only be read by a page that reads.
    this.#socket.terminate();
  }

  #closed(code: number): void {
    this.#closing?.cancel();
    this.#slow?.cancel();
    this.#events.closed(code);
  }
}

const sendOptions = { binary: false, compress: false };
