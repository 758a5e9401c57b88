import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DebugAdapterContribution } from '../../server/protocol/descriptor.ts';
import { productRoot } from './relayWorld.ts';

/** The descriptor of an extension of ours. */
export function shipped(name: string): DebugAdapterContribution {
  const file = join(productRoot, `extensions/${name}-debug/package.json`);
  const { contributes } = JSON.parse(readFileSync(file, 'utf8')) as {
    contributes: { debugAdapters: [DebugAdapterContribution] };
  };
  return contributes.debugAdapters[0];
}
