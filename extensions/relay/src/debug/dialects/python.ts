import type { DebugDialect } from './dialect.ts';

/** debugpy: processes that the program starts announce themselves by an event. */
export const python: DebugDialect = { childEvent: 'debugpyAttach' };
