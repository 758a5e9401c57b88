/** Variables a language server gets if they are set here. Everything else, secrets included, stays behind. */
const base = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TERM',
  // Windows
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'ProgramFiles',
  'ProgramFiles(x86)',
  // Toolchains
  'CARGO_HOME',
  'RUSTUP_HOME',
  'NODE_PATH',
  'PYTHONPATH',
  'VIRTUAL_ENV',
  'GOPATH',
  'GOROOT',
  'GOBIN',
  'JAVA_HOME',
  'NVM_DIR',
  'npm_config_prefix',
];

/** Mooring's own variables, its token among them, never reach a child, whatever a descriptor names. */
const ownPrefix = 'MOORING_';

/**
 * The environment of a child process.
 *
 * @param extra names that the descriptor lets through in addition.
 */
export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  extra: readonly string[],
  platform: string,
): Record<string, string> {
  // Windows looks variables up without regard to letter case.
  const fold = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const allowed = new Set([...base, ...extra].map(fold));
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined || name.toUpperCase().startsWith(ownPrefix)) continue;
    if (allowed.has(fold(name)) || name.startsWith('LC_')) environment[name] = value;
  }
  return environment;
}
