/** `GET /api/boot`: everything the workbench must know before its first service starts. */
export interface Boot {
  readonly version: string;
  readonly folder: BootFolder;
  /** `file:` URI of the user's home folder on the server's machine. */
  readonly home: string;
  readonly platform: 'linux' | 'mac' | 'windows';
  readonly extensions: readonly BootExtension[];
  readonly faults: readonly ManifestFault[];
  /** Extensions can be looked for in a registry. */
  readonly hasRegistry: boolean;
}

export interface BootFolder {
  /** Stable across restarts of the server for the same real path. */
  readonly id: string;
  readonly name: string;
  /** `file:` URI of the real path. */
  readonly uri: string;
}

export interface BootExtension {
  /** `publisher.name`, lower case. */
  readonly id: string;
  /** Path of the folder on this origin, without a trailing slash: `/extensions/<id>/<version>-<hash>`. */
  readonly location: string;
  /** `package.json` with its `%nls%` placeholders replaced. */
  readonly manifest: Record<string, unknown>;
  readonly readme?: string;
  readonly changelog?: string;
  /** Part of VS Code's own set (grammars, themes), as against Mooring's or the user's. */
  readonly source: 'vscode' | 'product' | 'user';
}

/** What an extension is called in the user interface. */
export function titleOf({ id, manifest }: Pick<BootExtension, 'id' | 'manifest'>): string {
  const { displayName } = manifest;
  return typeof displayName === 'string' && displayName !== '' ? displayName : id;
}

/**
 * How bad a fault is. `error`: something of the extension does not work, `warning`: it works, but not as its author
 * may expect, `info`: good to know.
 */
export type FaultSeverity = 'error' | 'warning' | 'info';

/**
 * Code that every extension may have under this name, at its own address: what makes the debuggers of one that has
 * no code of its own work. VS Code takes a debug adapter from nobody but the extension that declares its type.
 */
export const debuggerEntry = 'mooring-debugger.js';

/** Something wrong with an extension: it names extension, key and line, and the others load all the same. */
export interface ManifestFault {
  /** The folder's name, or the extension's id where it is known. */
  readonly extension: string;
  readonly severity: FaultSeverity;
  /** Relative to the extension's folder; or the name of a packed extension. */
  readonly file: string;
  /** `file:` URI of that file, where it can be opened in an editor. */
  readonly uri?: string;
  /** JSON path of the offending key, such as `contributes.languageServers[0].command`. */
  readonly key?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 code units. */
  readonly column?: number;
  readonly message: string;
}
