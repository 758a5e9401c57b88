import { EventEmitter, type Disposable, type Event } from 'vscode';
import { createMessageConnection, type MessageConnection } from 'vscode-languageclient/browser';
import {
  channelPath,
  type ChannelNotifications,
  type ChannelRequests,
} from '../../../../server/protocol/files.ts';
import { within, type Clock } from '../clock.ts';
import { LinkReader } from '../linkReader.ts';
import { LinkWriter } from '../linkWriter.ts';
import { ReconnectLadder } from '../reconnectLadder.ts';
import { socketOrigin } from '../relayAddress.ts';
import type { RemoteRelay } from './remoteRelay.ts';

export type ChannelMethod = keyof ChannelRequests;

const openTimeout = 10_000;
/** How long a request waits for a link. */
const patience = 5_000;
const deadline = 30_000;
/** What works through whole trees may take longer. */
const longDeadline = 600_000;
const longMethods: ReadonlySet<ChannelMethod> = new Set([
  'files/copy',
  'files/delete',
  'files/rename',
  'search/files',
]);

/** There is no link to the relay, or no answer. */
export class NotConnected extends Error {}

/** The relay's JSON-RPC connection for everything about files but their content; it connects again by itself. */
export class FileChannel implements Disposable {
  readonly #relay: RemoteRelay;
  readonly #clock: Clock;
  readonly #ladder = new ReconnectLadder();
  readonly #opened = new EventEmitter<void>();
  readonly #notified = new EventEmitter<{ method: string; params: unknown }>();
  readonly #subscription: Disposable;
  #link: { readonly connection: MessageConnection; readonly socket: WebSocket } | undefined;
  #opening: Promise<void> | undefined;
  #retry: Disposable | undefined;
  #disposed = false;

  /** A link is there: what the relay knew of the one before is gone. */
  readonly onDidOpen: Event<void> = this.#opened.event;

  constructor(relay: RemoteRelay, clock: Clock) {
    this.#relay = relay;
    this.#clock = clock;
    this.#subscription = relay.onDidChange(() => this.#aligned());
    this.#aligned();
  }

  /** @throws ResponseError with a `FileFailure` as its data; `NotConnected` */
  async request<M extends ChannelMethod>(
    method: M,
    params: ChannelRequests[M][0],
  ): Promise<ChannelRequests[M][1]> {
    const connection = await this.#connected();
    const answer = connection.sendRequest<ChannelRequests[M][1]>(method, params);
    const limit = longMethods.has(method) ? longDeadline : deadline;
    // `null` is an answer, so the wait is for something that cannot be taken for none.
    const result = await within(
      this.#clock,
      limit,
      answer.then((value) => ({ value })),
    );
    if (result) return result.value;
    // A link that went dead without a word looks like this: make a new one.
    this.#drop();
    throw new NotConnected('The relay does not answer.');
  }

  on<N extends keyof ChannelNotifications>(
    method: N,
    listener: (params: ChannelNotifications[N]) => void,
  ): Disposable {
    return this.#notified.event((notification) => {
      // The relay's protocol ties the parameters to the method.
      if (notification.method === method) listener(notification.params as ChannelNotifications[N]);
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#subscription.dispose();
    this.#drop();
    this.#retry?.dispose();
    this.#opened.dispose();
    this.#notified.dispose();
  }

  async #connected(): Promise<MessageConnection> {
    if (!this.#link && this.#relay.isKnown) {
      // Somebody wants something: no better moment to try.
      this.#retry?.dispose();
      await within(this.#clock, patience, this.#open());
    }
    if (this.#link) return this.#link.connection;
    throw new NotConnected('There is no connection to the relay.');
  }

  #aligned(): void {
    this.#drop();
    if (this.#relay.isKnown) void this.#open();
  }

  #open(): Promise<void> {
    this.#opening ??= this.#tryOpen().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #tryOpen(): Promise<void> {
    const { state } = this.#relay;
    if (this.#disposed || state.kind !== 'connected') return;
    const socket = new WebSocket(socketOrigin(state.origin) + channelPath, [...this.#relay.protocols]);
    const isOpen = await within(this.#clock, openTimeout, opened(socket));
    if (isOpen && !this.#disposed && this.#relay.state === state) return this.#serve(socket);
    socket.close();
    this.#later();
  }

  #serve(socket: WebSocket): void {
    const reader = new LinkReader();
    const connection = createMessageConnection(reader, new LinkWriter(socket, () => socket.close()));
    socket.addEventListener('message', ({ data }) => receive(data, reader));
    socket.addEventListener('close', () => {
      if (this.#link?.socket !== socket) return;
      this.#drop();
      // A relay that was started anew may have another folder or token.
      this.#relay.check();
      this.#later();
    });
    connection.onNotification((method, params) => this.#notified.fire({ method, params }));
    connection.listen();
    this.#link = { connection, socket };
    this.#ladder.reset();
    this.#opened.fire();
  }

  #later(): void {
    this.#retry?.dispose();
    if (this.#disposed || !this.#relay.isKnown) return;
    this.#retry = this.#clock.after(this.#ladder.next(), () => void this.#open());
  }

  #drop(): void {
    const link = this.#link;
    this.#link = undefined;
    // Rejects what is under way.
    link?.connection.dispose();
    link?.socket.close();
  }
}

function receive(data: unknown, reader: LinkReader): void {
  if (typeof data !== 'string') return;
  try {
    reader.deliver(JSON.parse(data) as object);
  } catch (error) {
    reader.fail(error);
  }
}

function opened(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(true), { once: true });
    socket.addEventListener('close', () => resolve(false), { once: true });
  });
}
