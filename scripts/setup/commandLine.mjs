import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { product } from '../build/product.mjs';

/**
 * The server's help, from its source: it must be there before anything is installed or built.
 * @returns {string}
 */
export function helpText() {
  const source = readFileSync(product('server/cli.ts'), 'utf8');
  const help = /helpText = `([^`]*)`/.exec(source)?.[1];
  if (help === undefined) throw new Error('Bug: there is no help in server/cli.ts.');
  return help.replaceAll(/\$\{logLevels[^}]*\}/g, logLevels().join(', '));
}

/**
 * What the server does besides serving, `mooring <name> …`.
 * @returns {string[]}
 */
export function commandNames() {
  return [...helpText().matchAll(/^ +mooring ([a-z-]+) /gm)].map(([, name]) => name ?? '');
}

function logLevels() {
  const source = readFileSync(product('server/log.ts'), 'utf8');
  const list = /logLevels = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/'(\w+)'/g)].map(([, level]) => level);
}

/**
 * Reads as much of a command line as is needed before the server reads all of it.
 * @param {readonly string[]} args
 * @returns {{ needsFolder: boolean, dataDir?: string }}
 */
export function readCommandLine(args) {
  const flagsWithValue = [...helpText().matchAll(/^ +--([a-z-]+) </gm)].map(([, flag]) => flag);
  const { values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(flagsWithValue.map((flag) => [flag, { type: 'string' }])),
    allowPositionals: true,
    strict: false,
  });
  const dataDir = values['data-dir'];
  return {
    needsFolder: positionals.length === 0 && !values['version'],
    ...(typeof dataDir === 'string' && { dataDir }),
  };
}
