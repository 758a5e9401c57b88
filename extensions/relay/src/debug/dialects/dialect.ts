import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugConfiguration, Uri, WorkspaceFolder } from 'vscode';

export interface LaunchPlace {
  readonly folder: WorkspaceFolder;
  /** Of something in the folder, on the server's machine. */
  readonly serverPath: (uri: Uri) => string;
  /** What the program that runs debuggees said of itself: see `runtime` in the descriptor. */
  readonly runtime: () => Promise<string | undefined>;
}

/** An adapter that does not fit what it is to debug. */
export interface Misfit {
  /** A sentence for people, as far as the adapter's own words are one. */
  readonly reason: string;
  /** A newer one would do. */
  readonly isTooOld: boolean;
}

/** What a debugger wants beyond what DAP says, or knows under another name. */
export interface DebugDialect {
  /** Whether an adapter's word on why it cannot start is that it and the program are of different ages. */
  readonly misfit?: (text: string) => Misfit | undefined;
  /** Child sessions share the console and the life of their parent, as in VS Code's own extension for it. */
  readonly managesChildren?: boolean;
  /** An event whose body is the configuration of a child session, of an adapter older than `startDebugging`. */
  readonly childEvent?: string;
  /** A configuration of another product's type, as the debugger of the returned `type` understands it. */
  readonly handOver?: (configuration: DebugConfiguration) => DebugConfiguration;
  /** What is debugged is not the file in the editor but a program that was built from it. */
  readonly isBuilt?: boolean;
  /** Puts right in place, in the messages of one session, what the adapter is known to say wrongly. */
  readonly mender?: () => (message: DebugProtocol.ProtocolMessage) => void;
  /**
   * A launch configuration with what has to be looked up in the folder for it, after variables were replaced. Paths
   * are the editor's.
   * @returns undefined to start nothing, once the user has been told why
   */
  readonly prepare?: (
    configuration: DebugConfiguration,
    place: LaunchPlace,
  ) => Promise<DebugConfiguration | undefined>;
  /** What "Show all automatic debug configurations" offers in a folder. */
  readonly offers?: (folder: WorkspaceFolder) => Promise<DebugConfiguration[]>;
  /**
   * A launch configuration as the adapter wants it, after variables were replaced.
   * @param folder the path of the opened folder on the server's machine
   */
  readonly adapt?: (configuration: DebugConfiguration, folder: string | undefined) => DebugConfiguration;
}
