import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

const adapters = fileURLToPath(new URL('../../fixtures/adapters', import.meta.url));

/** A debugger as data alone: no code in its folder. */
function extension(workspace: Workspace): void {
  const manifest = {
    name: 'quirks',
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.91.0' },
    contributes: {
      languages: [{ id: 'quirky', extensions: ['.quirky'] }],
      breakpoints: [{ language: 'quirky' }],
      debuggers: [{ type: 'quirks', label: 'Quirks', languages: ['quirky'] }],
      debugAdapters: [{ type: 'quirks', command: [{ module: './quirks.mjs' }] }],
    },
  };
  workspace.write('../extensions/quirks/package.json', JSON.stringify(manifest));
  cpSync(adapters, workspace.path('../extensions/quirks'), { recursive: true });
}

const it = workbenchTest({
  files: {
    'a.quirky': '# a comment\none\ntwo\nthree\nfour\n',
    '.vscode/launch.json': JSON.stringify({
      version: '0.2.0',
      configurations: ['breakpoints', 'array', 'flood', 'slow'].map((scenario) => ({
        name: `quirk ${scenario}`,
        type: 'quirks',
        request: 'launch',
        scenario,
      })),
    }),
  },
  prepare: extension,
  flags: (workspace) => ['--extensions-dir', workspace.outside('extensions')],
  trusted: true,
});

it('shows where breakpoints went, and which are verified, however late that is said (T076, T077, T087)', async ({
  workbench,
}) => {
  const { debugging } = workbench;
  await workbench.openFile('a.quirky');
  for (const line of [1, 4, 5]) await debugging.gutter.setBreakpoint(line);
  await debugging.startConfiguration('quirk breakpoints');
  await debugging.gutter.hasGlyph(2, 'verified');
  await debugging.gutter.hasGlyph(4, 'verified');
  await debugging.gutter.hasGlyph(5, 'verified');
  expect((await debugging.gutter.glyphs()).has(1)).toBe(false);
  await debugging.gutter.checkBreakpointAt(2, false);
  await debugging.gutter.hasGlyph(2, 'disabled');
  await debugging.gutter.checkBreakpointAt(2, true);
  await debugging.gutter.hasGlyph(2, 'verified');
  await debugging.press('stop');
  await debugging.isOver();
  await debugging.gutter.removeBreakpoints();
});

it('asks for parts of a huge array, never for all of it (T080)', async ({ workbench }) => {
  const { debugging } = workbench;
  await debugging.startConfiguration('quirk array');
  await debugging.toolbar.waitFor();
  await debugging.console.evaluate('huge');
  await debugging.console.has('Array(268435456)');
  await debugging.console.expand('Array(268435456)');
  await debugging.console.has(/\[0\.\.\d+\]/);
  await debugging.press('stop');
  await debugging.isOver();
});

it('stays usable while a program floods the console, and says what is left out (T078)', async ({
  workbench,
}) => {
  const { debugging } = workbench;
  await workbench.openFile('a.quirky');
  // 10 MB; test/protocol/debugVolume.test.ts has 50 MB go through the relay.
  await debugging.startConfiguration('quirk flood');
  await debugging.console.has(/characters of output left out/);
  await debugging.console.has('the last line');
  await debugging.press('stop');
  await debugging.isOver();
});

it('shows that a program takes its time to end, and ends it when told twice (T084)', async ({
  workbench,
}) => {
  const { debugging } = workbench;
  await debugging.startConfiguration('quirk slow');
  await debugging.toolbar.waitFor();
  await until('its adapter runs', () => debugging.processes('quirks.mjs').length > 0);
  await debugging.press('stop');
  await workbench.hasNotification(/Stopping "quirk slow"/);
  await debugging.press('stop');
  await debugging.isOver();
  await debugging.hasNoProcess('quirks.mjs');
});
