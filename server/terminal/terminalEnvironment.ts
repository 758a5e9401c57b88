import { delimiter } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Mooring's own variables never reach a child. */
const own = /^MOORING_/i;

/** What belongs to the terminal, or the editor, that the server was started from. */
const elsewhere =
  /^(COLUMNS|LINES|TERMCAP|WINDOW|WINDOWID|STY|TMUX|TMUX_PANE|SHLVL|OLDPWD|_|TERM_PROGRAM|TERM_PROGRAM_VERSION|TERM_SESSION_ID|VTE_VERSION|(VSCODE|ELECTRON|KITTY|WEZTERM|ITERM|ALACRITTY)_.*)$/;

/** npm 11 "scripts", "environment": what `npm start` adds to the user's own variables. */
const npm = /^(npm_.*|INIT_CWD|NODE|COLOR)$/;

/**
 * The environment of a terminal: the user's, without what is only the server's business.
 *
 * @param secrets a variable with one of these in its value stays behind: the token may come in any.
 */
export function terminalEnvironment(
  parent: Variables,
  { secrets, version, platform }: { secrets: readonly string[]; version: string; platform: string },
): Record<string, string> {
  const isUnderNpm = parent['npm_lifecycle_event'] !== undefined;
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined || own.test(name) || elsewhere.test(name)) continue;
    if (isUnderNpm && npm.test(name)) continue;
    if (secrets.some((secret) => value.includes(secret))) continue;
    environment[name] = isUnderNpm && name.toUpperCase() === 'PATH' ? withoutNpm(value) : value;
  }
  return {
    ...environment,
    ...(platform === 'linux' && !hasLocale(parent) && { LC_CTYPE: 'C.UTF-8' }),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'mooring',
    TERM_PROGRAM_VERSION: version,
  };
}

/** npm puts the programs of the package it starts, and of all folders above, before everything else. */
function withoutNpm(path: string): string {
  const entries = path.split(delimiter);
  const first = entries.findIndex((entry) => !/[\\/](node_modules[\\/]\.bin|node-gyp-bin)$/.test(entry));
  return entries.slice(Math.max(first, 0)).join(delimiter);
}

/** As where a service manager starts the server: shells would take every character beyond ASCII for garbage. */
function hasLocale(parent: Variables): boolean {
  return ['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => (parent[name] ?? '') !== '');
}
