import { readFileSync } from 'node:fs';
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
