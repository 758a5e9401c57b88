import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../harness/chromium.ts';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const server = fileURLToPath(new URL('../../fixtures/servers/tides.mjs', import.meta.url));

/** The blocks of code of the guide, in their order. */
function guide(): readonly { readonly language: string; readonly code: string }[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const section = /^## A language in ten minutes$(.*?)^## /ms.exec(readme)?.[1] ?? '';
  return [...section.matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code: code.trim(),
  }));
}

describe('The guide "A language in ten minutes", followed to the letter', () => {
  let home: string;
  let env: NodeJS.ProcessEnv;
  let started: ChildProcess | undefined;

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'guide-'));
    const bin = join(home, 'bin');
    mkdirSync(bin);
    // What the reader brings along: a language server on PATH.
    const program = join(bin, 'tide-server');
    writeFileSync(
      program,
      `#!/bin/sh\nif [ "$1" = --version ]; then echo 1.0; else exec "${process.execPath}" "${server}"; fi\n`,
    );
    chmodSync(program, 0o755);
    env = { ...process.env, HOME: home, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  });

  afterAll(async () => {
    if (started?.pid !== undefined && started.exitCode === null) {
      const closed = once(started, 'close');
      // npm and what it started, as Ctrl-C reaches all of them.
      process.kill(-started.pid, 'SIGINT');
      await closed;
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const shell = (line: string) => spawnSync('sh', ['-c', line], { cwd: root, env, encoding: 'utf8' });

  /** Starts what does not end, and resolves with the address it prints. */
  async function serve(line: string): Promise<string> {
    let output = '';
    const child = spawn('sh', ['-c', line], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return until('the address is printed', () => /https?:\/\/\S+token=\S+/.exec(output)?.[0], {
      seconds: 120,
    });
  }

  it('leads to colours, problems, hover and a passing test', async () => {
    const steps = guide();
    expect(steps.map(({ language }) => language)).toEqual(['sh', 'sh', 'sh', 'json', 'sh']);
    const [make = '', check = '', open = '', keywords = '', test = ''] = steps.map(({ code }) => code);
    const folder = join(home, '.mooring/extensions/tide');

    expect(shell(make).stdout).toContain(`Made ${folder}`);
    expect(existsSync(join(folder, 'README.md'))).toBe(true);
    const checked = shell(check);
    expect([checked.status, checked.stdout]).toEqual([
      0,
      expect.stringContaining('no errors, no other remarks'),
    ]);

    const browser = await launchChromium();
    try {
      await using workbench = await Workbench.open(browser, await serve(open));
      await workbench.openFile('example.tide');
      await workbench.languageServer.says('Tide Language Server');
      await workbench.problems.has('Say which harbour.');
      await workbench.editor.placeCaret('high water', { into: 2 });
      await workbench.editor.hover('The sea at its highest.');

      // Another keyword, saved in the workbench or outside of it: it has another colour at once.
      await workbench.editor.press('Control+Home');
      await workbench.editor.insert('flood = 12\n');
      const colour = () =>
        workbench.editor.root
          .locator('.view-line span span', { hasText: 'flood' })
          .first()
          .getAttribute('class');
      const before = await colour();
      const grammarFile = join(folder, 'syntaxes/tide.tmLanguage.json');
      const grammar = JSON.parse(readFileSync(grammarFile, 'utf8')) as { patterns: unknown[] };
      grammar.patterns.splice(-1, 1, JSON.parse(keywords));
      writeFileSync(grammarFile, JSON.stringify(grammar, null, 2));
      await until('it has another colour', async () => (await colour()) !== before);
      await workbench.screenshot('guide followed');
      expect(workbench.takeConsoleErrors()).toEqual([]);
    } finally {
      await browser.close();
    }

    const tested = shell(test);
    expect([tested.status, tested.stdout]).toEqual([0, expect.stringMatching(/^# pass 1$/m)]);
  });

  it('overwrites nothing when it is followed twice', () => {
    const [make] = guide();
    const manifest = join(home, '.mooring/extensions/tide/package.json');
    const before = readFileSync(manifest, 'utf8');
    const again = shell(make?.code ?? '');
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is there already')]);
    expect(readFileSync(manifest, 'utf8')).toBe(before);
  });
});
