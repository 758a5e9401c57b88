import { run } from './childProcess.mjs';

/**
 * Runs npm: the one that runs this, where one does.
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options]
 */
export function npm(args, options) {
  const path = process.env.npm_execpath;
  if (path) return run(process.execPath, [path, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}
