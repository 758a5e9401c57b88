import { commands } from 'vscode';
import {
  ExecuteCommandRequest,
  LanguageClient,
  LSPErrorCodes,
  ResponseError,
  type HoverRequest,
  type LanguageClientOptions,
  type MessageSignature,
  type MessageTransports,
  type CancellationToken,
} from 'vscode-languageclient/browser';
import type { Clock } from './clock.ts';
import type { Link } from './link.ts';

const retries = 3;
const retryDelay = 200;

/** The language client of one link. It lives as long as the link: a new link gets a new client. */
export class RelayClient extends LanguageClient {
  readonly #link: Link;
  readonly #adopted = new Set<string>();

  constructor(id: string, name: string, link: Link, options: LanguageClientOptions) {
    super(id, name, () => Promise.resolve({ reader: link.reader, writer: link.writer }), options);
    this.#link = link;
  }

  protected override createMessageTransports(_encoding: string): Promise<MessageTransports> {
    return Promise.resolve({ reader: this.#link.reader, writer: this.#link.writer });
  }

  /** Takes back one dynamic registration. */
  forget(method: string, id: string): void {
    // The library names its features by method, and types them by the methods it knows.
    this.getFeature(method as typeof HoverRequest.method)?.unregister(id);
  }

  /** Lets the server execute a command that it hands out without having announced it, as Pyright does. */
  async adopt(command: string): Promise<void> {
    if (this.#adopted.has(command)) return;
    this.#adopted.add(command);
    if ((await commands.getCommands(true)).includes(command)) return;
    const feature = this.getFeature(ExecuteCommandRequest.method);
    feature?.register({ id: `adopted ${command}`, registerOptions: { commands: [command] } });
  }

  /** What goes wrong is told by the status item; a popup per failed hover would not help anybody. */
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/**
 * A server that is still loading answers -32801 (content modified) where it will soon have an answer: asked
 * again it often gives one. LSP 3.18 "ErrorCodes" lets the client decide.
 */
export async function retryWhenModified<P, R>(
  clock: Clock,
  send: (type: string | MessageSignature, params?: P, token?: CancellationToken) => Promise<R>,
  type: string | MessageSignature,
  params: P | undefined,
  token: CancellationToken | undefined,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(type, params, token);
    } catch (error) {
      const modified = error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
      if (!modified || attempt > retries || token?.isCancellationRequested) throw error;
      await new Promise<void>((resolve) => clock.after(retryDelay * attempt, resolve));
    }
  }
}
