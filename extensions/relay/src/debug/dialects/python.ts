import type { DebugDialect } from './dialect.ts';

/** debugpy: processes that the program starts announce themselves by an event. */
export const python: DebugDialect = {
  childEvent: 'debugpyAttach',
  offers: async () =>
    (['internalConsole', 'integratedTerminal'] as const).map((console) => ({
      type: 'debugpy',
      request: 'launch',
      name: `Python File in the ${console === 'internalConsole' ? 'Debug Console' : 'Terminal'}`,
      program: '${file}',
      console,
    })),
};
