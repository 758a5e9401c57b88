import type { DebugConfiguration } from 'vscode';

/** What a debugger wants beyond what DAP says, or knows under another name. */
export interface DebugDialect {
  /** Child sessions share the console and the life of their parent, as in VS Code's own extension for it. */
  readonly managesChildren?: boolean;
  /** An event whose body is the configuration of a child session, of an adapter older than `startDebugging`. */
  readonly childEvent?: string;
  /** A configuration of another product's type, as the debugger of the returned `type` understands it. */
  readonly handOver?: (configuration: DebugConfiguration) => DebugConfiguration;
  /**
   * A launch configuration as the adapter wants it, after variables were replaced.
   * @param folder the path of the opened folder on the server's machine
   */
  readonly adapt?: (configuration: DebugConfiguration, folder: string | undefined) => DebugConfiguration;
}
