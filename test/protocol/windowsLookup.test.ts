/** The look-up of commands by the rules of Windows, wherever it runs. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as commandLookup from '../../server/process/commandLookup.ts';
import type { LanguageServerContribution } from '../../server/protocol/descriptor.ts';
import { productRoot } from './relayWorld.ts';

const real = process.platform;
let lookup: typeof commandLookup;
let bundle = '';
beforeAll(async () => {
  bundle = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-windows-')));
  const outfile = join(bundle, 'lookup.cjs');
  const entry = join(productRoot, 'server/process/commandLookup.ts');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile });
  await stop();
  // A copy of its own: `which` decides by the platform when it is loaded, the look-up when it is asked.
  Object.defineProperty(process, 'platform', { value: 'win32' });
  lookup = (await import(pathToFileURL(outfile).href)) as typeof commandLookup;
  Object.defineProperty(process, 'platform', { value: real });
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-windows-')));
  Object.defineProperty(process, 'platform', { value: 'win32' });
});
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: real });
  rmSync(root, { recursive: true, force: true });
});

function file(path: string): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, '#!/bin/sh\necho v1\n');
  chmodSync(whole, 0o755);
  return whole;
}

function find(
  command: LanguageServerContribution['command'],
  env: Record<string, string>,
  installed?: string,
) {
  const place = { extensionPath: root, productRoot, openedFolders: [], env };
  return lookup.findCommand(command, { ...place, ...(installed !== undefined && { installed }) });
}

describe('On Windows', () => {
  it('gopls.exe is found where `go install` puts it, with USERPROFILE alone (KI-08)', async () => {
    const manifest = readFileSync(join(productRoot, 'extensions/go/package.json'), 'utf8');
    const { contributes } = JSON.parse(manifest) as {
      contributes: { languageServers: [LanguageServerContribution] };
    };
    const { command } = contributes.languageServers[0];
    const found = file('profile/go/bin/gopls.exe');
    expect(await find(command, { USERPROFILE: join(root, 'profile') })).toMatchObject({ file: found });
  });

  it('a command is the file that PATHEXT says, on PATH and where it was installed (KI-10)', async () => {
    const command = [{ path: 'server', probe: [] }];
    // As npm leaves it: the script for sh has no extension, and cannot be run.
    for (const name of ['server', 'server.ps1', 'server.cmd']) file(`npm/bin/${name}`);
    const installed = join(root, 'npm');
    const shim = join(root, 'npm/bin/server.cmd');
    const fileOf = async (env: Record<string, string>, where?: string) =>
      ((await find(command, env, where)) as commandLookup.FoundCommand).file;
    expect(await fileOf({ PATH: '' }, installed)).toBe(shim);
    expect(await fileOf({ PATH: join(root, 'npm/bin') })).toBe(shim);
    const program = file('npm/bin/server.exe');
    expect(await fileOf({ PATH: '' }, installed)).toBe(program);
    const PATHEXT = ['.CMD', '.EXE'].join(delimiter);
    expect(await fileOf({ PATH: '', PATHEXT }, installed)).toBe(shim);
    expect(await find(command, { PATH: '', PATHEXT: '.VBS' }, installed)).toEqual(['server is not on PATH']);
  });
});
