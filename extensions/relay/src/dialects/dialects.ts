import type { Dialect } from './dialect.ts';
import { eslint } from './eslint.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { yaml } from './yaml.ts';

/** By server id. Every other server gets by with LSP. */
const dialects: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['eslint', eslint],
  ['html', html],
  ['json', json],
  ['yaml', yaml],
]);

export function dialectOf(serverId: string): Dialect {
  return dialects.get(serverId) ?? {};
}
