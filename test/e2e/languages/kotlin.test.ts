import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Kotlin', () => {
  const programs = mkdtempSync(join(tmpdir(), 'programs-'));
  afterAll(() => rmSync(programs, { recursive: true }));

  const it = workbenchTest({
    // Its servers evaluate build scripts, so they start in a trusted folder alone.
    trusted: true,
    env: { PATH: [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(':') },
    files: { 'Tide.kt': 'fun high(): Int = 3\n\nfun main() {\n    println(high())\n}\n' },
  });

  it('says what to install while there is no server, and starts it once it is there (A-29, T040)', async ({
    workbench,
  }) => {
    const { editor, languageServer, quickInput } = workbench;
    await workbench.openFile('Tide.kt');
    await workbench.statusItem(/^Kotlin$/).waitFor();
    await languageServer.says('Kotlin Language Server: not installed');
    expect(await languageServer.open()).toMatch(/kotlin-lsp.*put it on PATH, and start it again/s);

    putOnPath(programs);
    await quickInput.choose(/Retry$/);
    await languageServer.says('Kotlin Language Server: Importing the project');
    await editor.placeCaret('println(high', { after: true });
    await editor.hover('fun high(): Int');
  });

  it('shows what the server finds, and when its work is done (A-36, KI-P15)', async ({ workbench }) => {
    const { editor, problems, languageServer } = workbench;
    await workbench.openFile('Tide.kt');
    await editor.replace('println(high())', 'println(high()!!)');
    await problems.has('Non-null assertion');
    await editor.replace('!!', '');
    await problems.hasNot('Non-null assertion');
    await workbench.save();
    await languageServer.says('Kotlin Language Server');
  });
});

describe('Kotlin with its server on PATH', () => {
  const programs = mkdtempSync(join(tmpdir(), 'programs-'));
  afterAll(() => rmSync(programs, { recursive: true }));
  putOnPath(programs);

  const it = workbenchTest({
    env: { PATH: [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(':') },
    files: { 'Tide.kt': 'fun high(): Int = 3\n', 'build.gradle.kts': 'val high = 3\n' },
  });

  it('waits until the folder is trusted, since build scripts are run, and says so (KI-P25)', async ({
    workbench,
  }) => {
    const { languageServer, quickInput } = workbench;
    await workbench.openFile('Tide.kt');
    await languageServer.says(/^Kotlin Language Server: needs trust/);
    expect(await languageServer.open()).toContain('starts once the folder is trusted');
    await quickInput.close();
  });

  it('is there by itself for .kt and .kts once it is (KI-01)', async ({ workbench }) => {
    const { editor, languageServer } = workbench;
    await workbench.trustFolder();
    for (const file of ['Tide.kt', 'build.gradle.kts']) {
      await workbench.openFile(file);
      await workbench.statusItem(/^Kotlin$/).waitFor();
      await editor.placeCaret('high', { into: 1 });
      await editor.hover('fun high(): Int');
    }
    await languageServer.says('Kotlin Language Server: Importing the project');
  });
});

function putOnPath(folder: string): void {
  const server = fileURLToPath(new URL('../../fixtures/servers/kotlin.mjs', import.meta.url));
  const program = join(folder, 'kotlin-lsp');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${server}' "$@"\n`);
  chmodSync(program, 0o755);
}
