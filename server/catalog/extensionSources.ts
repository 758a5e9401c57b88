import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionSource } from './sourceReader.ts';

export interface SourceOptions {
  readonly productRoot: string;
  readonly dataDir: string;
  /** As given on the command line. */
  readonly extensionsDirs: readonly string[];
}

/**
 * Where extensions come from, in order of precedence: see ExtensionCatalog. Never the opened folder.
 *
 * @throws Error with a sentence for the user when a given folder is not there
 */
export function extensionSources({
  productRoot,
  dataDir,
  extensionsDirs,
}: SourceOptions): readonly ExtensionSource[] {
  return [
    { folder: join(productRoot, 'extensions'), source: 'product' },
    { folder: join(productRoot, 'dist/vscode-extensions'), source: 'vscode' },
    { folder: join(dataDir, 'extensions'), source: 'user' },
    ...extensionsDirs.map((path) => ({ folder: existing(path), source: 'user' as const })),
  ];
}

function existing(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return realpathSync(path);
  throw new Error(`--extensions-dir: the folder ${path} does not exist. Make it, or name another.`);
}
