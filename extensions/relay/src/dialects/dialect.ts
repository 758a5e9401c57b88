import type { Command, Disposable, LogOutputChannel, Uri } from 'vscode';
import type { ReadyParams } from '../../../../server/protocol/control.ts';
import type { RelayClient } from '../relayClient.ts';
import type { Uris } from '../uris.ts';

/** What a dialect may touch. */
export interface DialectWorld {
  readonly client: RelayClient;
  readonly log: LogOutputChannel;
  readonly extensionId: string;
  readonly ready: () => ReadyParams | undefined;
  /** A sentence for the status of the server while it runs; undefined takes it back. */
  readonly note: (text: string | undefined) => void;
}

/** What a server speaks beside LSP, where VS Code's own extension for it has code of its own. */
export interface Dialect {
  /** A configuration section the way the server wants it. */
  settings?(section: unknown, resource: Uri | undefined, uris: Uris): unknown;
  /** A command of a code action that the client has to have, under the name it has here. */
  command?(command: Command): Command;
  /** Before the client starts: handlers of the server's own messages. */
  prepare?(world: DialectWorld): void;
  /** After the client has started. */
  started?(world: DialectWorld): Disposable;
}
