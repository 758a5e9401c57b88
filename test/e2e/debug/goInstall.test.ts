import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { goEnvironment, installedByGo, pinnedBy } from '../../harness/goInstall.ts';
import type { MooringServer } from '../../harness/mooringServer.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const old = fixture('oldDelve');

// So that go has in its caches what the click is going to build.
const delve = await installedByGo(pinnedBy('go-debug'));

describe('A Delve that is too old for the machine’s Go', () => {
  const it = workbenchTest({
    workspace: 'go',
    trusted: true,
    env: { ...goEnvironment(), PATH: [old, process.env['PATH'] ?? ''].join(delimiter) },
    ...('lacks' in delve && { lacks: delve.lacks }),
  });
  const installed = ({ home }: MooringServer): string[] => {
    const folder = join(home, '.mooring/servers/go');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('is said to be; Install gets the one that fits, by the real go, and the session starts (A-75, KI-05)', async ({
    workbench,
    server,
  }) => {
    const { debugging } = workbench;
    await workbench.openFile('main.go');
    await debugging.gutter.setBreakpoint(13);
    await workbench.page.keyboard.press('F5');
    const dialog = await workbench.dialog(/Delve is too old for Go version 1\.26\.8/);
    const text = await dialog.innerText();
    expect(text).toContain(`go install ${pinnedBy('go-debug').go}`);
    expect(text).toContain('~/.mooring/servers');
    expect(text).not.toContain('check-go-version');
    expect(installed(server)).toEqual([]);

    await dialog.locator('.monaco-button', { hasText: 'Install' }).click();
    await workbench.hasNotification('Installing Delve');
    await debugging.isStoppedAt(13);
    expect(installed(server)).toHaveLength(1);
    await debugging.stop();
    await debugging.hasNoProcess('__debug_bin');

    // From now on it is the one that is used.
    await debugging.start();
    await debugging.isStoppedAt(13);
    await debugging.stop();
  });
});

describe('A Delve that is too old, where the one that can be installed is too', () => {
  const it = workbenchTest({
    workspace: 'go',
    trusted: true,
    env: { PATH: [fixture('oldGo'), old, process.env['PATH'] ?? ''].join(delimiter) },
  });

  it('is offered a newer one once, and then says what else to do (A-75)', async ({ workbench }) => {
    // gopls, where there is one, gets nothing out of this go.
    workbench.expectConsoleErrors(/bad ReleaseTags output/);
    await workbench.openFile('main.go');
    await workbench.page.keyboard.press('F5');
    const first = await workbench.dialog(/Delve is too old.*Install runs/s);
    await first.locator('.monaco-button', { hasText: 'Install' }).click();
    const second = await workbench.dialog(/Delve is too old.*Install a Delve that fits/s);
    expect(await second.locator('.monaco-button', { hasText: 'Install' }).count()).toBe(0);
    await workbench.clickDialogButton(/Delve is too old/, 'Cancel');
    await workbench.debugging.isOver();
    await workbench.debugging.hasNoProcess('tooOldDelve');
  });
});
