import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { onlyOnPath, lldbs } from '../../harness/nativeDebuggers.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const throwing = `#include <cstdio>
#include <stdexcept>
#include <unistd.h>

int half(int n) {
  int m = n / 2;
  if (m == 3) throw std::runtime_error("the harbour is closed");
  return m;
}

int main() {
  try {
    half(6);
  } catch (const std::exception &error) {
    std::printf("caught %s\\n", error.what());
    std::fflush(stdout);
  }
  for (;;) sleep(1);
}
`;

const it = workbenchTest({
  files: { 'throws.cpp': throwing, 'lone.c': 'int main(void) { return 0; }\n' },
  trusted: true,
  needs: [['g++', '--version']],
  prepare: (workspace) =>
    void execFileSync('g++', ['-g', '-O0', '-o', 'throws', 'throws.cpp'], { cwd: workspace.folder }),
  ...onlyOnPath(lldbs),
});

it('stop where a function begins, where an exception is thrown, and when they are paused', async ({
  workbench,
}) => {
  const { debugging } = workbench;
  await workbench.openFile('throws.cpp');
  await debugging.gutter.setBreakpoint(13);
  await debugging.start();
  await debugging.isStoppedAt(13);
  await debugging.views.setFunctionBreakpoint('half');
  await debugging.views.checkBreakpoint('C++ Throw');
  await debugging.press('continue');
  await debugging.isStoppedAt(6);
  await debugging.views.hasFrame(/^half\(int\) throws\.cpp 6/);
  await debugging.press('continue');
  await debugging.views.hasFrame(/^__cxa_throw/);
  await debugging.views.checkBreakpoint('C++ Throw', false);
  await debugging.press('continue');
  await debugging.console.has('caught the harbour is closed');
  await debugging.press('pause');
  await debugging.views.hasFrame(/^main throws\.cpp 18/);
  await workbench.page.locator('.pane-header', { hasText: 'Paused on pause' }).waitFor();
  // What this debugger cannot do is not offered.
  const menu = await debugging.views.menuOf('Debug Call Stack', /^main/);
  expect(menu.includes('Restart Frame')).toBe(false);
  await workbench.page.keyboard.press('Escape');
  await debugging.press('stop');
  await debugging.isOver();
  await debugging.hasNoProcess('/throws');
  await debugging.gutter.removeBreakpoints();
});

it('are chosen where several were built, and where none was it is said how to build one', async ({
  workbench,
  workspace,
}) => {
  const { debugging, page, quickInput } = workbench;
  await workbench.openFile('lone.c');
  await page.keyboard.press('F5');
  await workbench.clickDialogButton(/no program to debug for lone\.c.*gcc -g -o lone lone\.c/s, 'Cancel');

  const build = (name: string) =>
    execFileSync('g++', ['-g', '-O0', '-o', workspace.path(name), workspace.path('throws.cpp')]);
  workspace.write('build/Makefile', '');
  build('build/one');
  build('build/two');
  await page.keyboard.press('F5');
  await until('both are offered', async () => (await quickInput.labels()).length === 2);
  expect(await quickInput.labels()).toEqual(['one', 'two']);
  await quickInput.choose('two');
  await until('it runs', () => debugging.processes('build/two').length > 0);
  await debugging.toolbar.waitFor();
  await debugging.press('stop');
  await debugging.isOver();
  await debugging.hasNoProcess('build/two');
});
