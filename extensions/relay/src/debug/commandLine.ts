/** An argument list as a POSIX shell reads it: every argument arrives as it is, whatever is in it. */
export function commandLine(args: readonly string[]): string {
  return args
    .map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
