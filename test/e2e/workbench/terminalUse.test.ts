import { expect } from 'vitest';
import { Terminal, terminalEnvironment, terminalSettings } from '../../harness/terminal.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workbench } from '../../harness/workbench.ts';

const it = workbenchTest({
  files: {
    '.vscode/settings.json': JSON.stringify({
      ...JSON.parse(terminalSettings),
      'terminal.integrated.confirmOnKill': 'always',
    }),
    'note.txt': '',
  },
  env: terminalEnvironment,
  trusted: true,
});

async function open(workbench: Workbench): Promise<Terminal> {
  const terminal = new Terminal(workbench.page);
  await workbench.run('Terminal: Create New Terminal');
  await terminal.isReady();
  return terminal;
}

it('marks which commands failed, and runs them again from their menu or the list of recent ones', async ({
  workbench,
}) => {
  const { page, quickInput, debugging } = workbench;
  const terminal = await open(workbench);
  await terminal.run('test -e marker && echo fo"und"');
  await terminal.run('touch marker');
  const failed = page.locator('.terminal-wrapper.active .terminal-command-decoration.error');
  await until('the failed command is marked', async () => (await failed.count()) === 1);
  const marks = page.locator('.terminal-wrapper.active .terminal-command-decoration');
  await until('the other command is marked too', async () => (await marks.count()) > 1);
  await failed.click();
  await debugging.gutter.chooseInMenu('Rerun Command');
  await terminal.shows(/^found$/m);
  await terminal.run('clear');
  await terminal.focus();
  await quickInput.open('F1', '>Terminal: Run Recent Command...');
  await quickInput.choose('Terminal: Run Recent Command...');
  await quickInput.has('test -e marker && echo fo"und"');
  await quickInput.choose('test -e marker && echo fo"und"');
  await terminal.shows(/^found$/m);
});

it('has the name and colour that the user gives it, also after a reload', async ({ workbench }) => {
  const { page, quickInput } = workbench;
  const terminal = await open(workbench);
  await terminal.focus();
  await quickInput.open('F1', '>Terminal: Rename...');
  await quickInput.choose('Terminal: Rename...');
  await page
    .locator('.quick-input-widget input[placeholder], .quick-input-widget .quick-input-box input')
    .first()
    .fill('harbour');
  await page.keyboard.press('Enter');
  await until('it has its name', async () => (await terminal.names()).includes('harbour'));
  await terminal.focus();
  await quickInput.open('F1', '>Terminal: Change Color...');
  await quickInput.choose('Terminal: Change Color...');
  await quickInput.choose(/Red$/);
  const red = page.locator('.part.panel [class*="terminal-icon-terminal_ansiRed"]');
  await red.first().waitFor();
  await workbench.reload();
  await until('it is there again', async () => (await terminal.names()).includes('harbour'));
  await red.first().waitFor();
});

it('can lie among the editors, and go back to the panel with what runs in it', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.openFile('note.txt');
  await workbench.run('Terminal: Create New Terminal in Editor Area');
  const terminal = new Terminal(page);
  const inEditor = page.locator('.editor-instance .terminal-wrapper, .terminal-editor .terminal-wrapper');
  await inEditor.locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
  await inEditor.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type('echo "a"board');
  await page.keyboard.press('Enter');
  await inEditor.locator('.xterm-rows', { hasText: 'aboard' }).waitFor();
  await workbench.run('Terminal: Move Terminal into Panel');
  await inEditor.waitFor({ state: 'detached' });
  await terminal.shows(/^aboard$/m);
});

it('asks before it ends a program, where the settings want that, and not while none runs', async ({
  workbench,
}) => {
  const { page } = workbench;
  const terminal = await open(workbench);
  await terminal.run('sleep 1000');
  await until('the program is in the foreground', async () => (await terminal.names()).includes('sleep'));
  const before = await page.locator('.terminal-wrapper').count();
  await workbench.run('Terminal: Kill the Active Terminal Instance');
  await workbench.clickDialogButton(/terminate/i, 'Cancel');
  await terminal.focus();
  await page.keyboard.press('Control+c');
  await until('the shell is back', async () => !(await terminal.names()).includes('sleep'));
  expect(await page.locator('.terminal-wrapper').count()).toBe(before);
  await workbench.run('Terminal: Kill the Active Terminal Instance');
  await until('it is gone', async () => (await page.locator('.terminal-wrapper').count()) === before - 1);
});
