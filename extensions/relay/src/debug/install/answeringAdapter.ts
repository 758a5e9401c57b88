import type { DebugProtocol } from '@vscode/debugprotocol';
import {
  EventEmitter,
  type DebugAdapter,
  type DebugProtocolMessage,
  type Disposable,
  type Event,
} from 'vscode';

const starting: ReadonlySet<string> = new Set(['initialize', 'launch', 'attach']);

/** An adapter whose failure to start is put into other words on its way to VS Code. */
export class AnsweringAdapter implements DebugAdapter {
  readonly #adapter: DebugAdapter;
  readonly #messages = new EventEmitter<DebugProtocolMessage>();
  readonly #subscription: Disposable;

  readonly onDidSendMessage: Event<DebugProtocolMessage> = this.#messages.event;

  constructor(adapter: DebugAdapter, reword: (failure: DebugProtocol.Response) => DebugProtocol.Response) {
    this.#adapter = adapter;
    this.#subscription = adapter.onDidSendMessage((message) =>
      this.#messages.fire(isFailureToStart(message) ? reword(message) : message),
    );
  }

  handleMessage(message: DebugProtocolMessage): void {
    this.#adapter.handleMessage(message);
  }

  dispose(): void {
    // Its last words are heard before.
    this.#adapter.dispose();
    this.#subscription.dispose();
    this.#messages.dispose();
  }
}

/** VS Code's type of a message has no members: it is DAP's. */
function isFailureToStart(message: DebugProtocolMessage): message is DebugProtocol.Response {
  const { type, success, command } = message as DebugProtocol.Response;
  return type === 'response' && !success && starting.has(command);
}
