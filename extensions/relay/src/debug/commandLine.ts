/** What a terminal is asked to run, as DAP's `runInTerminal` has it. */
export interface TerminalCommand {
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** null takes a variable away. */
  readonly env?: Readonly<Record<string, string | null>> | undefined;
}

/** One line for a POSIX shell: it goes to the folder and runs the command with its variables. */
export function shellLine({ args, cwd, env = {} }: TerminalCommand): string {
  const variables = Object.entries(env);
  const unset = variables.flatMap(([name, value]) => (value === null ? ['-u', name] : []));
  const set = variables.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  const command = variables.length > 0 ? ['env', ...unset, ...set, ...args] : args;
  const line = commandLine(command);
  return cwd ? `cd ${commandLine([cwd])} && ${line}` : line;
}

/** An argument list as a POSIX shell reads it: every argument arrives as it is, whatever is in it. */
export function commandLine(args: readonly string[]): string {
  return args
    .map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
