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

/** Below the server's data folder, `~/.mooring` unless it was told otherwise. */
export const installFolder = 'servers';
