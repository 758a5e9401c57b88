import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { exactText } from '../../harness/exactText.ts';
import { processesStartedWith } from '../../harness/processes.ts';
import { Terminal, terminalEnvironment, terminalSettings } from '../../harness/terminal.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import { Workbench } from '../../harness/workbench.ts';

const it = workbenchTest({
  files: {
    '.vscode/settings.json': terminalSettings,
    'src/readme.txt': '',
    'src/deep/tide.ts': 'export const one = 1;\nexport const two = 2;\nexport const three = 3;\n',
    'script.sh': 'echo selected "li"nes\n',
    'note.txt': '',
  },
  env: { ...terminalEnvironment, USERS_OWN: 'kept', MOORING_TOKEN: 'somebody-elses-token' },
  trusted: true,
});

async function open(workbench: Workbench): Promise<Terminal> {
  const terminal = new Terminal(workbench.page);
  if ((await terminal.panes.count()) > 0) await killAll(workbench);
  await workbench.run('Terminal: Create New Terminal');
  await terminal.isReady();
  return terminal;
}

async function killAll(workbench: Workbench): Promise<void> {
  await workbench.run('Terminal: Kill All Terminals');
  await until(
    'no terminal is left',
    async () => (await workbench.page.locator('.terminal-wrapper').count()) === 0,
  );
}

/** Bytes that the page's scripts hold on to. */
async function heapOf({ page }: Workbench): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}

const isAlive = (pid: number) => process.kill(pid, 0);

describe('the integrated terminal', () => {
  it('opens by Ctrl+` in the folder, and runs what is typed', async ({ workbench, workspace }) => {
    const terminal = new Terminal(workbench.page);
    await terminal.toggle();
    await terminal.isReady();
    await terminal.run('pwd; echo "$USERS_OWN" in $0');
    await terminal.shows(new RegExp(`^${workspace.folder}$`, 'm'));
    await terminal.shows(/^kept in (\/bin\/)?bash$/m);
    await terminal.toggle();
    await workbench.page.locator('.terminal-wrapper.active').waitFor({ state: 'hidden' });
    await until('it is there again', async () => {
      await terminal.toggle();
      await terminal.panes.first().waitFor({ timeout: 3_000 });
      return true;
    });
    await terminal.shows(/^kept in/m);
  });

  it('knows nothing of the token, in its environment or that of its parents (T096)', async ({
    workbench,
    server,
  }) => {
    const terminal = await open(workbench);
    await terminal.run(`env | grep -c -e ${server.token} -e somebody-elses; echo "do"ne`);
    await terminal.shows(/^0\ndone$/m);
    expect(
      processesStartedWith('MOORING_TOKEN=somebody-elses-token').map(({ command }) => command),
    ).not.toContainEqual(expect.stringContaining('bash'));
  });

  it('shows 24-bit colours and any script', async ({ workbench }) => {
    const terminal = await open(workbench);
    await terminal.run("printf '\\033[38;2;255;100;0mor%se\\033[0m 日本 é\\n' ang");
    await terminal.shows(/^orange 日本 é$/m);
    const span = workbench.page.locator('.xterm-rows span', { hasText: /^orange$/ });
    expect(await span.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 100, 0)');
  });

  it('is as large as its programs think, also when the window changes', async ({ workbench }) => {
    const terminal = await open(workbench);
    const sizes = async () => {
      await terminal.run('clear; echo "si"ze $(stty size).');
      return terminal.shows(/^size \d+ \d+\./m);
    };
    const before = await sizes();
    await workbench.page.setViewportSize({ width: 900, height: 900 });
    await until('it is narrower', async () => {
      const now = await sizes();
      return Number(now.match(/\d+/g)?.[1]) < Number(before.match(/\d+/g)?.[1]);
    });
    await workbench.page.setViewportSize({ width: 1280, height: 900 });
    await until('it is as it was', async () => (await sizes()) === before);
  });

  it('opens the file of a path in its output, at line and column', async ({ workbench }) => {
    const terminal = await open(workbench);
    await terminal.run('echo "at" src/deep/tide.ts:3:14 is an error');
    await terminal.shows(/^at src/m);
    await terminal.follow('src/deep/tide.ts:3:14', workbench.statusItem('Ln 3, Col 14'));
    await workbench.hasActiveTab('tide.ts');
  });

  it('opens paths relative to where the shell went', async ({ workbench }) => {
    const terminal = await open(workbench);
    await terminal.run('cd src/deep; echo "at" ./tide.ts:2');
    await terminal.shows(/^at \.\/tide/m);
    await terminal.follow('./tide.ts:2', workbench.statusItem('Ln 2, Col 1'));
    await workbench.hasActiveTab('tide.ts');
  });

  it('copies what is selected, and pastes', async ({ workbench }) => {
    const { page } = workbench;
    const terminal = await open(workbench);
    await terminal.run('echo "copied"-word');
    await terminal.shows(/^copied-word$/m);
    await terminal.select('copied-word');
    await page.keyboard.press('Control+Shift+c');
    await until('it is in the clipboard', async () =>
      (await page.evaluate(() => navigator.clipboard.readText())).includes('copied-word'),
    );
    await page.evaluate(() => navigator.clipboard.writeText('echo pasted "tex"t\necho and "mor"e\n'));
    await terminal.focus();
    await page.keyboard.press('Control+Shift+v');
    await terminal.shows(/echo and "mor"e/);
    await page.keyboard.press('Enter');
    await terminal.shows(/^pasted text$/m);
    await terminal.shows(/^and more$/m);
  });

  it('finds text', async ({ workbench }) => {
    const terminal = await open(workbench);
    await terminal.run('for i in 1 2 3; do echo needle-$i; done');
    await terminal.shows(/^needle-3$/m);
    await workbench.page.keyboard.press('Control+f');
    const find = workbench.page.locator('.terminal-wrapper.active .simple-find-part');
    await find.locator('input').fill('needle-');
    await find.locator('.matchesCount', { hasText: /of 4|of 3/ }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('runs the selected text of an editor', async ({ workbench }) => {
    const terminal = await open(workbench);
    await workbench.openFile('script.sh');
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+a');
    await workbench.run('Terminal: Run Selected Text In Active Terminal');
    await terminal.shows(/^selected lines$/m);
  });

  it('opens where the explorer says', async ({ workbench, workspace }) => {
    const terminal = await open(workbench);
    await killAll(workbench);
    await workbench.explorer.row('src').click({ button: 'right' });
    const entry = workbench.page.locator('.context-view .action-label', {
      hasText: 'Open in Integrated Terminal',
    });
    // A menu takes no click while it opens.
    await entry.hover();
    await workbench.page.keyboard.press('Enter');
    await terminal.isReady();
    await terminal.run('pwd');
    await terminal.shows(new RegExp(`^${join(workspace.folder, 'src')}`, 'm'));
  });
});

describe('its menus', () => {
  it('offer nothing that has no backend: no dictation, no windows of their own', async ({ workbench }) => {
    const { page } = workbench;
    await open(workbench);
    await workbench.run('Terminal: Create New Terminal');
    const offers = async (name: string, opener: Locator, expected: string, button: 'left' | 'right') => {
      await opener.click({ button });
      const labels = page.locator('.monaco-menu .action-label');
      await labels.filter({ hasText: exactText(expected) }).waitFor();
      const dead = (await labels.allInnerTexts()).filter((label) => /Window|Dictation|Task/.test(label));
      expect(dead, name).toEqual([]);
      await page.keyboard.press('Escape');
      await labels.first().waitFor({ state: 'hidden' });
    };
    const panel = page.locator('.part.panel');
    const tab = page.locator('.terminal-tabs-entry').first();
    await offers('the menu of a tab', tab, 'Rename...', 'right');
    await offers('the menu of +', panel.locator('.codicon-chevron-down').first(), 'Split Terminal', 'left');
    await offers('the menu of …', panel.locator('.codicon-toolbar-more').first(), 'Run Active File', 'left');
    for (const query of ['Terminal Window', 'Dictation', 'Terminal into New']) {
      await workbench.quickInput.open('F1', `>${query}`);
      await until('the list is there', async () => (await workbench.quickInput.labels()).length > 0);
      const dead = (await workbench.quickInput.labels()).filter((label) => label.includes(query));
      expect(dead, query).toEqual([]);
      await workbench.quickInput.close();
    }
  });
});

describe('several terminals', () => {
  it('lie beside each other and in tabs, and come back as they were after a reload (T123)', async ({
    workbench,
  }) => {
    const terminal = await open(workbench);
    await terminal.run('echo le"ft"');
    await workbench.run('Terminal: Split Terminal');
    await terminal.hasPanes(2);
    await terminal.isReady(1);
    await terminal.run('echo ri"ght"', 1);
    const [left, right] = [await terminal.pid(0), await terminal.pid(1)];
    expect(left).not.toBe(right);
    await workbench.run('Terminal: Create New Terminal');
    await terminal.hasPanes(1);
    await terminal.isReady();
    await workbench.quickInput.open('F1', '>Terminal: Rename...');
    await workbench.quickInput.choose('Terminal: Rename...');
    await workbench.quickInput.fill('named by me');
    await workbench.quickInput.accept();
    await until('it has its name', async () => (await terminal.names()).includes('named by me'));
    const names = await terminal.names();
    expect(names).toHaveLength(3);
    const named = await terminal.pid();
    await workbench.reload();
    await until('all are there', async () => {
      const found = await terminal.names();
      if (found.join() === names.join()) return true;
      throw new Error(`${found.join()} instead of ${names.join()}`);
    });
    await terminal.shows(new RegExp(`^pid=${named}`, 'm'));
    await workbench.page.locator('.terminal-tabs-entry').first().click();
    await terminal.hasPanes(2);
    await terminal.shows(/^left$/m, 0);
    await terminal.shows(/^right$/m, 1);
    expect([await terminal.pid(0), await terminal.pid(1)]).toEqual([left, right]);
  });
});

describe('a reload', () => {
  it('leaves a running job running, with what it wrote meanwhile (T123)', async ({
    workbench,
    workspace,
  }) => {
    const terminal = await open(workbench);
    const pid = await terminal.pid();
    await terminal.run(
      'n=0; while ! [ -e stop ]; do n=$((n + 1)); echo tick-$n; sleep 0.1; done; echo "sto"pped',
    );
    await terminal.shows(/^tick-2$/m);
    await workbench.reload();
    const last = Number((await terminal.shows(/^tick-\d+$/m)).slice(5));
    await terminal.shows(new RegExp(`^tick-${last + 20}$`, 'm'));
    const ticks = [...(await terminal.text()).matchAll(/^tick-(\d+)$/gm)].map(([, number]) => Number(number));
    expect(ticks).toEqual(ticks.map((_, index) => (ticks[0] ?? 0) + index));
    await workbench.run('Terminal: Scroll to Top');
    await terminal.shows(/^tick-1\n(^tick.*\n)*^tick-5$/m);
    await workbench.run('Terminal: Scroll to Bottom');
    writeFileSync(join(workspace.folder, 'stop'), '');
    await terminal.shows(/^stopped$/m);
    expect(await terminal.pid()).toBe(pid);
  });

  it('asks for nothing in a browser that has not trusted the folder yet', async ({
    browser,
    workbench,
    server,
  }) => {
    {
      await using closing = await workbench.openAnother(server.origin);
      await open(closing);
    }
    await using stranger = await Workbench.open(browser, server.url);
    await stranger.openFile('script.sh');
    expect(await stranger.page.locator('.monaco-dialog-box').count()).toBe(0);
    await stranger.run('Terminal: Focus on Terminal View');
    await stranger.clickDialogButton('Creating a terminal process requires executing code', 'Cancel');
    expect(stranger.takeConsoleErrors().filter((error) => !/untrusted workspace/.test(error))).toEqual([]);
  });

  it('is not needed: a new window takes up what a closed one left, and nothing else', async ({
    workbench,
    server,
  }) => {
    const terminal = await open(workbench);
    const own = await terminal.pid();
    const pid = await (async () => {
      await using closing = await workbench.openAnother(server.origin);
      // A window that opens with the panel makes one by itself.
      await killAll(closing);
      const other = await open(closing);
      return await other.pid();
    })();
    expect(pid).not.toBe(own);
    await using next = await workbench.openAnother(server.origin);
    await next.run('Terminal: Focus on Terminal View');
    const taken = new Terminal(next.page);
    await taken.shows(new RegExp(`^pid=${pid}`, 'm'));
    expect(await taken.pid()).toBe(pid);
    expect(await taken.names()).toHaveLength(1);
    await next.run('Terminal: Kill All Terminals');
    expect(await terminal.pid()).toBe(own);
  });
});

describe('a flood of output', () => {
  it('leaves the window usable: 10 MB end when what is typed meanwhile is saved, and nothing piles up (T078)', async ({
    workbench,
    workspace,
  }) => {
    const terminal = await open(workbench);
    await workbench.openFile('note.txt');
    const before = await heapOf(workbench);
    // 50 MB go through the relay in test/protocol/terminalEnds.test.ts; drawing them takes a minute of the machine.
    await terminal.run(
      `n=0; until [ $n -ge 10 ] && grep -q typed note.txt; do yes ${'x'.repeat(99)} | head -c 1000000; n=$((n + 1)); done; clear; echo "flood"ed $n.; touch over`,
    );
    await terminal.shows(/x{99}/);
    await workbench.focusEditor();
    await workbench.page.keyboard.type('typed meanwhile');
    await workbench.editor.hasText('typed meanwhile');
    await workbench.save();
    // To look at the terminal all the time would cost more than the flood.
    await until('the flood is over', () => existsSync(join(workspace.folder, 'over')), { seconds: 150 });
    const megabytes = Number(/\d+/.exec(await terminal.shows(/^flooded \d+\./m))?.[0]);
    expect(megabytes).toBeGreaterThanOrEqual(10);
    expect((await heapOf(workbench)) - before).toBeLessThan(8_000_000);
  });

  it('ends by Ctrl+C', async ({ workbench }) => {
    const terminal = await open(workbench);
    await terminal.run('yes flood');
    await terminal.shows(/^flood\nflood$/m);
    await workbench.page.keyboard.press('Control+c');
    await terminal.shows(/\^C\n.*[$#]$/);
    await terminal.run('clear; echo "li"stening');
    await terminal.shows(/^listening$/m);
  });
});

describe('the end of a terminal', () => {
  it('comes with its close, also for a job that ignores it', async ({ workbench }) => {
    const terminal = await open(workbench);
    const pid = await terminal.pid();
    await terminal.run(`sh -c 'trap "" HUP INT TERM; echo job=$$.; while :; do sleep 1; done'`);
    const job = Number(/\d+/.exec(await terminal.shows(/^job=\d+\./m))?.[0]);
    expect(isAlive(pid) && isAlive(job)).toBe(true);
    await workbench.page
      .locator('.part.panel .codicon-trash, .part.panel .codicon-terminal-kill')
      .first()
      .click();
    for (const one of [pid, job])
      await until(`${one} is gone`, () => {
        try {
          return !isAlive(one);
        } catch {
          // ESRCH: that is what is waited for.
          return true;
        }
      });
  });

  it('comes with that of its shell, and is said when it failed', async ({ workbench }) => {
    const terminal = await open(workbench);
    workbench.expectConsoleErrors(/exit code: 3/);
    await terminal.run('exit 3');
    await workbench.hasNotification(/exit code: 3/);
    await until('it is gone', async () => (await terminal.panes.count()) === 0);
  });
});
