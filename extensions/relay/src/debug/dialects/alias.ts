import type { DebugDialect } from './dialect.ts';

/** A type that launch configurations written elsewhere use for the debugger of another. */
export function alias(type: string): DebugDialect {
  return { handOver: (configuration) => ({ ...configuration, type }) };
}
