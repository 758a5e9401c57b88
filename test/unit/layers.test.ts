import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('A layer knows only what is below it:', () => {
  it('browser code meets the server in its protocol alone', () => {
    const imports = [...importsOf('workbench'), ...importsOf('extensions/relay/src')];
    const ofServer = imports.filter(({ of }) => of.startsWith('server/'));
    expect(ofServer.filter(({ of }) => !of.startsWith('server/protocol/'))).toEqual([]);
    expect(ofServer.length).toBeGreaterThan(5);
  });

  it('the protocol imports zod and itself, and its project has neither Node nor DOM', () => {
    const foreign = importsOf('server/protocol').filter(({ of }) => !of.startsWith('server/protocol/'));
    expect(new Set(foreign.map(({ of }) => of))).toEqual(new Set(['zod']));
    expect(environmentOf('server/protocol')).toEqual({ types: [], dom: false });
  });

  it('the broker knows neither sockets nor processes, and no package at all', () => {
    const allowed = /^server\/(broker|protocol)\//;
    expect(importsOf('server/broker').filter(({ of }) => !allowed.test(of))).toEqual([]);
    expect(environmentOf('server/broker')).toEqual({ types: [], dom: false });
  });

  it('the page’s code has no Node', () => {
    const imports = [...importsOf('workbench'), ...importsOf('extensions/relay/src')];
    expect(imports.filter(({ of }) => of.startsWith('node:'))).toEqual([]);
    expect(environmentOf('workbench').types).not.toContain('node');
    expect(environmentOf('extensions/relay').types).not.toContain('node');
  });
});

interface Import {
  readonly by: string;
  /** A path from the repository's root, or the name of a package. */
  readonly of: string;
}

function importsOf(folder: string): Import[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).flatMap((file) => importsIn(join(root, folder, file)));
}

function importsIn(file: string): Import[] {
  const by = fromRoot(file);
  const source = readFileSync(file, 'utf8');
  const specifiers = source.matchAll(
    /^(?:import|export)\s[^'"=();]*\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...specifiers].map(([, named, bare, dynamic]) => {
    const of = named ?? bare ?? dynamic ?? '';
    return { by, of: of.startsWith('.') ? fromRoot(resolve(dirname(file), of)) : of };
  });
}

function fromRoot(path: string): string {
  return relative(root, path).split(sep).join('/');
}

interface Config {
  readonly compilerOptions: { readonly types?: readonly string[]; readonly lib?: readonly string[] };
}

/** What the compiler lets a project's files use without importing it. */
function environmentOf(project: string): { types: readonly string[]; dom: boolean } {
  const [base, own] = ['tsconfig.base.json', `${project}/tsconfig.json`].map(
    (path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Config,
  );
  const { types = ['node'], lib = ['dom'] } = { ...base?.compilerOptions, ...own?.compilerOptions };
  return { types, dom: lib.some((name) => /dom|webworker/i.test(name)) };
}
