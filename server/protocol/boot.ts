/** `GET /api/boot`: everything the workbench must know before its first service starts. */
export interface Boot {
  readonly version: string;
  readonly folder: BootFolder;
  /** `file:` URI of the user's home folder on the server's machine. */
  readonly home: string;
  readonly platform: 'linux' | 'mac' | 'windows';
  readonly extensions: readonly BootExtension[];
  readonly faults: readonly ManifestFault[];
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

/** Something wrong with an extension: it names extension, key and line, and the others load all the same. */
export interface ManifestFault {
  /** The folder's name, or the extension's id where it is known. */
  readonly extension: string;
  readonly file: string;
  /** JSON path of the offending key, such as `contributes.languageServers[0].command`. */
  readonly key?: string;
  /** 1-based. */
  readonly line?: number;
  readonly message: string;
}
