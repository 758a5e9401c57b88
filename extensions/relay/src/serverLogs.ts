import { window, type Disposable, type LogOutputChannel } from 'vscode';
import type { Descriptor } from './descriptor.ts';

/**
 * One log per language server for the life of the window: what a server that was switched off said stays to be
 * read, and a client that is still ending has somewhere to write.
 */
export class ServerLogs implements Disposable {
  readonly #logs = new Map<string, LogOutputChannel>();

  of({ id, label }: Descriptor): LogOutputChannel {
    const log = this.#logs.get(id) ?? window.createOutputChannel(label, { log: true });
    this.#logs.set(id, log);
    return log;
  }

  dispose(): void {
    for (const log of this.#logs.values()) log.dispose();
    this.#logs.clear();
  }
}
