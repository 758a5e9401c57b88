import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DistantWorkbench } from '../../harness/distantWorkbench.ts';
import { until } from '../../harness/until.ts';

const fixture = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/workspaces/debug/${name}`, import.meta.url)), 'utf8');

const file = 'app.js';

describe('A network that fails while a program is debugged', () => {
  test('leaves the session as it is: what is asked meanwhile is done when it is back (T082)', async () => {
    await using world = await DistantWorkbench.open({ [file]: fixture(file) });
    const { workbench, proxy } = world;
    const { debugging } = workbench;
    workbench.expectConsoleErrors(/.*/);
    await workbench.trustFolder();
    await workbench.openFile(file);
    await debugging.gutter.setBreakpoint(9);
    await debugging.start();
    await debugging.isStoppedAt(9);
    await debugging.views.watch('i * 100');
    await debugging.views.hasWatch('i * 100 = 0');
    const running = debugging.processes(file);

    proxy.cut();
    await debugging.press('continue');
    await debugging.views.hasWatch('i * 100 = 100');
    await debugging.console.has('value 3');

    proxy.refuse();
    const told = await workbench.hasNotification(/connection to .* is lost, and the program goes on/);
    expect(await debugging.toolbar.isVisible()).toBe(true);
    await debugging.press('continue');
    proxy.accept();
    await told.waitFor({ state: 'hidden' });
    await debugging.views.hasWatch('i * 100 = 200');
    expect(await debugging.gutter.stoppedLine()).toBe(9);
    expect(debugging.processes(file)).toEqual(running);

    proxy.fallSilent();
    await workbench.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await debugging.press('continue');
    await debugging.console.has('done');
    const shown = await debugging.console.text();
    for (const line of ['value 3', 'value 4', 'value 5', 'done']) {
      expect(
        shown.split('\n').filter((text) => text.startsWith(line)),
        shown,
      ).toHaveLength(1);
    }
    await debugging.isOver();
    await until('no process is left', () => debugging.processes(file).length === 0);
  });
});
