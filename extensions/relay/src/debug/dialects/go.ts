import type { DebugDialect, Misfit } from './dialect.ts';

/**
 * Delve knows no "auto" and builds packages: a file stands for the folder it is in. Go finds the module of a package
 * from where it runs, which need not be the opened folder.
 */
export const go: DebugDialect = {
  misfit,
  adapt(configuration) {
    const { mode, request, program } = configuration;
    if (request !== 'launch' || typeof program !== 'string') return configuration;
    const isFile = program.endsWith('.go');
    const folder = isFile ? program.slice(0, program.lastIndexOf('/')) || '/' : program;
    const guessed = program.endsWith('_test.go') ? 'test' : 'debug';
    const chosen: unknown = mode === undefined || mode === 'auto' ? guessed : mode;
    if (chosen === 'exec') return configuration;
    // A relative one would count from there.
    const isAbsolute = /^(?:[\\/]|[A-Za-z]:)/.test(folder);
    return { ...(isAbsolute && { dlvCwd: folder }), ...configuration, mode: chosen, program: folder };
  },
};

/**
 * Each version of Delve knows the programs of a few versions of Go, and says so. What it advises against it, a flag
 * that turns the check off, shows values that are wrong.
 */
function misfit(text: string): Misfit | undefined {
  const [found, limit] =
    /(?:Version of Delve|Go version \S+) is too old for [^(]*\((maximum|minimum) supported version [\d.]+/.exec(
      text,
    ) ?? [];
  return found === undefined ? undefined : { reason: `${found}).`, isTooOld: limit === 'maximum' };
}
