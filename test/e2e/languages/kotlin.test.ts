import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Kotlin', () => {
  const programs = mkdtempSync(join(tmpdir(), 'programs-'));
  afterAll(() => rmSync(programs, { recursive: true }));
  const server = fileURLToPath(new URL('../../fixtures/servers/kotlin.mjs', import.meta.url));

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

    const program = join(programs, 'kotlin-lsp');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${server}' "$@"\n`);
    chmodSync(program, 0o755);
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
