import type { DebugDialect } from './dialect.ts';

/** Delve knows no "auto" and builds packages: a file stands for the folder it is in. */
export const go: DebugDialect = {
  adapt(configuration) {
    const { mode, request, program } = configuration;
    if (request !== 'launch' || typeof program !== 'string') return configuration;
    const isFile = program.endsWith('.go');
    const folder = isFile ? program.slice(0, program.lastIndexOf('/')) || '/' : program;
    const guessed = program.endsWith('_test.go') ? 'test' : 'debug';
    const isGuess = mode === undefined || mode === 'auto';
    return {
      ...configuration,
      mode: isGuess ? guessed : mode,
      program: mode === 'exec' ? program : folder,
    };
  },
};
