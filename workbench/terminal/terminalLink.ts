import { Emitter } from '@codingame/monaco-vscode-api/vscode/vs/base/common/event';
import {
  terminalPath,
  type ShellProfile,
  type TerminalNotifications,
  type TerminalRequests,
} from '../../server/protocol/terminal.ts';
import { Channel } from '../connection/channel.ts';
import { newId, windowId } from '../page/windowSession.ts';

interface Welcome {
  readonly server: string;
  readonly profiles: readonly ShellProfile[];
}

/** The connection for terminals. It is made when the first of them is asked for, and made again when it is lost. */
export class TerminalLink {
  readonly #page = newId();
  readonly #lost = new Emitter<void>();
  readonly #back = new Emitter<{ readonly sameServer: boolean }>();
  #channel: Channel<TerminalRequests, TerminalNotifications> | undefined;
  #welcome: Promise<Welcome> | undefined;

  readonly onLost = this.#lost.event;
  /** The server knows this page again. What it sent meanwhile is lost; a new server knows no terminal. */
  readonly onBack = this.#back.event;
  readonly #data = new Emitter<TerminalNotifications['terminal/data']>();
  readonly #program = new Emitter<TerminalNotifications['terminal/program']>();
  readonly #ended = new Emitter<TerminalNotifications['terminal/ended']>();
  readonly onData = this.#data.event;
  readonly onProgram = this.#program.event;
  readonly onEnded = this.#ended.event;

  /** What the server says of itself; answered once for each connection. */
  get welcome(): Promise<Welcome> {
    return (this.#welcome ??= this.#hello(this.#connect()));
  }

  async request<M extends keyof TerminalRequests>(
    method: M,
    params: TerminalRequests[M][0],
  ): Promise<TerminalRequests[M][1]> {
    await this.welcome;
    return this.#connect().request(method, params);
  }

  /** For what needs no answer. That the connection is lost is said by the connection, once for all. */
  tell<M extends keyof TerminalRequests>(method: M, params: TerminalRequests[M][0]): void {
    this.request(method, params).catch(() => undefined);
  }

  #connect(): Channel<TerminalRequests, TerminalNotifications> {
    if (this.#channel) return this.#channel;
    const channel = new Channel<TerminalRequests, TerminalNotifications>(terminalPath);
    channel.on('terminal/data', (event) => this.#data.fire(event));
    channel.on('terminal/program', (event) => this.#program.fire(event));
    channel.on('terminal/ended', (event) => this.#ended.fire(event));
    channel.onOnline((online) => online || this.#lost.fire());
    channel.onReconnected(() => void this.#returned(channel));
    return (this.#channel = channel);
  }

  async #returned(channel: Channel<TerminalRequests, TerminalNotifications>): Promise<void> {
    const before = await this.#welcome?.catch(() => undefined);
    const welcome = (this.#welcome = this.#hello(channel));
    try {
      const { server } = await welcome;
      this.#back.fire({ sameServer: server === before?.server });
    } catch {
      // Lost again: the next connection comes here again.
    }
  }

  #hello(channel: Channel<TerminalRequests, TerminalNotifications>): Promise<Welcome> {
    const welcome = channel.request('terminal/hello', { page: this.#page, window: windowId() });
    welcome.catch(() => {
      if (this.#welcome === welcome) this.#welcome = undefined;
    });
    return welcome;
  }
}
