import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Mooring's own folder, from the sources as from the bundle (`dist/server/main.js`). */
export const productRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function findRoot(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (isOurs(join(at, 'package.json'))) return at;
  }
  throw new Error(`Bug: ${folder} is not below Mooring's package.json.`);
}

function isOurs(manifest: string): boolean {
  try {
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown }).name === 'mooring';
  } catch {
    // No manifest here: it may be further up.
    return false;
  }
}
