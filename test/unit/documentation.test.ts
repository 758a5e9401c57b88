import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { helpText } from '../../server/cli.ts';
import { CloseCode } from '../../server/protocol/errors.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const readme = read('README.md');
const architecture = read('ARCHITECTURE.md');

describe('The documentation', () => {
  it('says of every dependency why it is there', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const names = Object.keys({ ...dependencies, ...devDependencies });
    const grouped = /^@types\/|^@codingame\/monaco-vscode-.+-(service-override|default-extension)$/;
    expect(names.filter((name) => !grouped.test(name) && !architecture.includes(`\`${name}\``))).toEqual([]);
    // And of nothing that is not.
    const tables = architecture.slice(architecture.indexOf('## Dependencies'));
    const cells = [...tables.matchAll(/^\| (`.+?) +\|/gm)].flatMap(
      ([, cell]) => cell?.match(/(?<=`)[@\w][\w./-]*(?=`)/g) ?? [],
    );
    expect(cells.length).toBeGreaterThan(30);
    expect(cells.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('links and points only at what is there', () => {
    const links = [readme, architecture].flatMap((text) => [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]);
    const tests = [...architecture.matchAll(/`(test\/[\w/]+\.ts)`/g)];
    const paths = [...links, ...tests].map(([, path]) => path ?? '');
    expect(
      paths.filter((path) => !existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))),
    ).toEqual([]);
    expect(paths.length).toBeGreaterThan(10);
  });

  it('lists every flag and every close code', () => {
    const flags = [...helpText.matchAll(/^ +(--[a-z-]+)/gm)].map(([, flag]) => flag ?? '');
    // `--version` and `--help` are what any program has.
    expect(flags.filter((flag) => !readme.includes(`| \`${flag} `))).toEqual(['--version', '--help']);
    expect(Object.values(CloseCode).filter((code) => !readme.includes(`| ${code} `))).toEqual([]);
  });
});
