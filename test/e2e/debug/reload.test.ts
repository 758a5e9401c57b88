import { describe, expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe.each([
  ['Node', 'app.js', []],
  ['Python', 'app.py', [['python3', '-c', 'import debugpy']]],
] as const)('A reload of the window while %s is debugged', (_, file, needs) => {
  const line = 9;
  const it = workbenchTest({ workspace: 'debug', trusted: true, needs });

  it('goes on with the same program at the same line, three times, and then to its end (T082)', async ({
    workbench,
  }) => {
    const { debugging } = workbench;
    await workbench.openFile(file);
    await debugging.gutter.setBreakpoint(line);
    await debugging.start();
    await debugging.isStoppedAt(line);
    await debugging.views.watch('i * 100');
    await debugging.press('continue');
    await debugging.views.hasWatch('i * 100 = 100');
    await debugging.console.has('value 3');
    const before = debugging.processIds(file);
    for (let time = 1; time <= 3; time++) {
      await workbench.page.reload();
      await debugging.toolbar.waitFor();
      await debugging.isStoppedAt(line);
      await debugging.views.hasFrame(/work app\.\w+ 9:\d+$/);
      await debugging.views.hasVariable(/^value = 3/);
      await debugging.views.hasWatch('i * 100 = 100');
      await debugging.gutter.hasGlyph(line, 'verified');
      await debugging.console.has('value 3');
      expect(debugging.processIds(file)).toEqual(before);
    }
    await debugging.press('stepInto');
    await debugging.isStoppedAt(2);
    await debugging.press('stepOut');
    await debugging.isStoppedAt(line, line + 1);
    await debugging.press('continue');
    await debugging.views.hasWatch('i * 100 = 200');
    await debugging.press('continue');
    await debugging.console.has('done');
    await debugging.isOver();
    await debugging.hasNoProcess(file);
    expect(await workbench.page.locator('.notification-list-item').count()).toBe(0);
  });

  it('lets a program that runs go on: its output comes, and it can be paused', async ({
    workbench,
    workspace,
  }) => {
    const { debugging } = workbench;
    const loops = {
      'app.js': 'let n = 0;\nsetInterval(() => console.log("turn", ++n), 100);\n',
      'app.py':
        'import time\n\nn = 0\nwhile True:\n    n += 1\n    print("turn", n, flush=True)\n    time.sleep(0.1)\n',
    };
    workspace.write(file, loops[file]);
    const turn = async () => Number(/.*turn (\d+)/s.exec(await debugging.console.text())?.[1] ?? 0);
    const goesOn = async () => {
      await debugging.console.show();
      const before = await turn();
      await until('it goes on', async () => (await turn()) > before + 5);
    };
    await workbench.openFile(file);
    await debugging.clearTraces();
    await debugging.start();
    await goesOn();
    const before = [debugging.processIds(file), await turn()] as const;
    await workbench.page.reload();
    await debugging.toolbar.waitFor();
    await goesOn();
    expect(await turn()).toBeGreaterThan(before[1]);
    expect(debugging.processIds(file)).toEqual(before[0]);
    await debugging.press('pause');
    await debugging.press('continue');
    await goesOn();
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess(file);
  });

  it('leaves it to be restarted, and to be stopped, as any other', async ({ workbench }) => {
    const { debugging } = workbench;
    await workbench.openFile(file);
    await debugging.gutter.removeBreakpoints();
    await debugging.gutter.setBreakpoint(line);
    await debugging.start();
    await debugging.isStoppedAt(line);
    const before = debugging.processIds(file);
    await workbench.page.reload();
    await debugging.isStoppedAt(line);
    await debugging.press('restart');
    const isAnother = (): boolean => {
      const now = debugging.processIds(file);
      return now.length === before.length && now.every((pid) => !before.includes(pid));
    };
    await until('another program runs in its place', isAnother);
    await debugging.views.hasFrame(/work app\.\w+ 9:\d+$/);
    await debugging.isStoppedAt(line);
    await workbench.page.reload();
    await debugging.isStoppedAt(line);
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess(file);
    await debugging.gutter.removeBreakpoints();
  });

  it('gives nothing to a duplicate of the tab, and ends when the tab is away for too long, which is told (T082)', async ({
    workbench,
    server,
  }) => {
    const { debugging, page } = workbench;
    await workbench.openFile(file);
    await debugging.gutter.removeBreakpoints();
    await debugging.gutter.setBreakpoint(line);
    await debugging.start();
    await debugging.isStoppedAt(line);
    {
      await using other = await workbench.duplicate();
      await other.openFile(file);
      expect(await other.debugging.toolbar.isVisible()).toBe(false);
      expect(await other.page.locator('.notification-list-item').count()).toBe(0);
    }
    await debugging.press('stepInto');
    await debugging.isStoppedAt(2);
    await page.goto('about:blank');
    await until('no process is left', () => debugging.processes(file).length === 0, { seconds: 40 });
    await page.goto(server.url);
    await workbench.clickNotificationButton(/ended because the window was reloaded/, 'Start Again');
    await debugging.isStoppedAt(line);
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess(file);
    await debugging.gutter.removeBreakpoints();
  });
});

describe('Without continuity, a reload', () => {
  const it = workbenchTest({ workspace: 'debug', trusted: true, flags: ['--continuity', 'off'] });

  it('leaves no program behind, and the user is told (T082)', async ({ workbench }) => {
    const { debugging } = workbench;
    await workbench.openFile('app.js');
    await debugging.gutter.setBreakpoint(2);
    await debugging.start();
    await debugging.isStoppedAt(2);
    expect(debugging.processes('app.js')).not.toEqual([]);
    await workbench.page.reload();
    await workbench.hasNotification(/ended because the window was reloaded/);
    await debugging.hasNoProcess('app.js');
    await workbench.clickNotificationButton(/ended because the window was reloaded/, 'Start Again');
    await debugging.isStoppedAt(2);
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess('app.js');
    await debugging.gutter.removeBreakpoints();
  });
});
