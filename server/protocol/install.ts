/** What a descriptor says can be installed on request: one exact version of a package, see `installSchema`. */
export type Install = { readonly npm: string } | { readonly go: string };

/** The command, for people: a page shows what a click would run. */
export function installCommand(install: Install): string {
  return 'npm' in install ? `npm install --ignore-scripts ${install.npm}` : `go install ${install.go}`;
}

/** How an installation goes, as the page that asked for it is told. */
export type InstallStatus =
  /** Each line that the installer writes; the first comes with the command that is run, for people. */
  | { readonly state: 'installing'; readonly line: string }
  | { readonly state: 'installed' }
  | { readonly state: 'install_failed'; readonly reason: string; readonly output: readonly string[] };

/**
 * `GET <path>?id=<id>&id=…`: which of these were installed on request, and lie there. `POST <path>/<id>/uninstall`
 * deletes one, for every window: language servers that run from it are looked up anew, debug sessions end. Both know
 * descriptors by their ids, debug adapters by their types. A refusal has a sentence in `message`.
 */
export const installedPath = {
  server: '/api/installed-servers',
  adapter: '/api/installed-adapters',
} as const;

export interface InstalledList {
  readonly installed: readonly string[];
}

/** Below the server's data folder, `~/.mooring` unless it was told otherwise. */
export const installFolder = 'servers';
