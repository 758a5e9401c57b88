import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache/mooring-tests', import.meta.url));

/** A package of the registry, at one version, with the hash of its archive. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the archive, in base64. */
  readonly sha512: string;
  /** A folder in it, of a package that holds more than is of use. */
  readonly folder?: string;
}

/**
 * The folder with a package's content, or with that of one folder in it, from a cache that is filled when it is first asked for.
 *
 * @throws Error saying why it cannot be had; a wrong hash is one that names it
 */
export function npmPackage({ name, version, sha512, folder = '' }: NpmPackage): string {
  const target = join(cache, [name, version, folder].join('-').replaceAll(/[^\w.-]+/g, '-'));
  if (existsSync(target)) return target;
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, '.fetching-'));
  try {
    const packed = spawnSync('npm', ['pack', '--silent', `${name}@${version}`], {
      cwd: scratch,
      encoding: 'utf8',
      timeout: 180_000,
    });
    const archive = packed.stdout.trim().split('\n').at(-1) ?? '';
    if (packed.status !== 0 || archive === '')
      throw new Error(`npm cannot fetch ${name}@${version}: ${packed.stderr.trim().slice(0, 300)}`);
    const hash = createHash('sha512')
      .update(readFileSync(join(scratch, archive)))
      .digest('base64');
    if (hash !== sha512) throw new Error(`${name}@${version} has another content than is expected: ${hash}`);
    const unpacked = join(scratch, 'unpacked');
    mkdirSync(unpacked);
    const whole = ['-xzf', join(scratch, archive), '-C', unpacked, '--strip-components=1'];
    const tar = spawnSync('tar', folder === '' ? whole : [...whole, `package/${folder}`]);
    if (tar.status !== 0) throw new Error(`tar cannot unpack ${archive}: ${String(tar.stderr)}`);
    renameSync(join(unpacked, folder), target);
    return target;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
