import type { DebugProtocol } from '@vscode/debugprotocol';
import type { ConnectionWorld } from './adapterConnection.ts';
import type { AdapterEnd } from './adapterEnd.ts';
import type { DebugPaths } from './debugPaths.ts';

/** What an adapter needs of the page around it. */
export interface AdapterWorld extends ConnectionWorld {
  readonly paths: DebugPaths;
  /** The adapter runs; children of its session name it by this key. */
  readonly ready: (session: string) => void;
  /** Puts right in place what an adapter is known to say wrongly. */
  readonly mend: (message: DebugProtocol.ProtocolMessage) => void;
  /** Requests of the adapter that are dealt with here; undefined leaves one to VS Code. */
  readonly reverse: (request: DebugProtocol.Request) => Promise<unknown> | undefined;
  readonly endText: (end: AdapterEnd) => string;
  /** The session has ended by no fault of the user's, who has to be told. */
  readonly lost: (text: string) => void;
  /** Of output from before this page was there. */
  readonly droppedText: (bytes: number) => string;
  /** `terminate` or `disconnect` is on its way to the adapter. */
  readonly stopping: (done: Promise<void>) => void;
  /** The connection is gone, and the program goes on. */
  readonly away: (done: Promise<void>) => void;
}
