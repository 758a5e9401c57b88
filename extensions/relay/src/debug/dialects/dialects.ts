import type { DebugDialect } from './dialect.ts';
import { go } from './go.ts';
import { alias } from './alias.ts';
import { fromCppdbg, native } from './native.ts';
import { node } from './node.ts';
import { nodeConfigurations } from './packageScripts.ts';
import { python } from './python.ts';

const dialects: ReadonlyMap<string, DebugDialect> = new Map([
  ['pwa-node', node],
  ['node', { ...alias('pwa-node'), offers: nodeConfigurations }],
  ['debugpy', python],
  ['python', alias('debugpy')],
  ['go', go],
  ['native', native],
  ['cppdbg', fromCppdbg],
  ['lldb', alias('native')],
]);

/** By debug type; most need none. */
export function dialectOf(type: string): DebugDialect {
  return dialects.get(type) ?? {};
}
