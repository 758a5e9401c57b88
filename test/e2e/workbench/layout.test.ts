import { describe, expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('The workbench', () => {
  const it = workbenchTest({ workspace: 'typescript' });

  it('shows an error of the real language server, and takes it back on the fix (A-36)', async ({
    workbench,
  }) => {
    await workbench.openFile('src/main.ts');
    await workbench.problems.show();
    await workbench.editor.replace('new Circle(2)', "new Circle('2')");
    await workbench.problems.has(
      "Argument of type 'string' is not assignable to parameter of type 'number'.",
    );
    expect((await workbench.editor.squiggles()).errors).toBe(1);

    await workbench.editor.replace("'2'", '2');
    await workbench.problems.hasNot('Argument of type');
  });

  it('shows what a name means in a hover (A-40)', async ({ workbench }) => {
    await workbench.openFile('src/main.ts');
    await workbench.editor.placeCaret('totalArea', { nth: 2, into: 2 });
    expect(await workbench.editor.hover('totalArea')).toContain('shapes: readonly Shape[]');
  });

  it('starts in the colours of the system, light and dark, without an error in the console', async ({
    browser,
    server,
  }) => {
    for (const dark of [true, false]) {
      await using workbench = await Workbench.open(browser, server.url, { dark });
      await workbench.openFile('src/main.ts');
      const brightness = await workbench.editor.root.evaluate((editor) => {
        const background = editor.querySelector('.monaco-editor-background') ?? editor;
        const [red = 0, green = 0, blue = 0] =
          getComputedStyle(background).backgroundColor.match(/\d+/g) ?? [];
        return (Number(red) + Number(green) + Number(blue)) / 3;
      });
      if (dark) expect(brightness).toBeLessThan(80);
      else expect(brightness).toBeGreaterThan(180);
      await workbench.screenshot(`layout ${dark ? 'dark' : 'light'}`);
      expect(workbench.takeConsoleErrors()).toEqual([]);
    }
  });

  it('splits editors, and shows the way to the file in breadcrumbs', async ({ workbench }) => {
    await workbench.openFile('src/main.ts');
    await workbench.run('View: Split Editor Right');
    await until(
      'there are two groups',
      async () => (await workbench.page.locator('.editor-group-container').count()) === 2,
    );
    const breadcrumbs = workbench.page.locator('.editor-group-container.active .breadcrumbs-control');
    await breadcrumbs.getByText('src').waitFor();
    await breadcrumbs.getByText('main.ts').waitFor();
  });

  it('compares two files', async ({ workbench }) => {
    await workbench.explorer.expand('src');
    await workbench.explorer.select('main.ts');
    await workbench.explorer.row('report.ts').click({ modifiers: ['Control'] });
    await workbench.explorer.row('report.ts').click({ button: 'right' });
    await workbench.page.locator('.monaco-menu .action-label', { hasText: 'Compare Selected' }).hover();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.monaco-diff-editor').waitFor();
  });

  it('changes a setting in the settings editor, which stays over a reload', async ({ workbench }) => {
    await workbench.run('Preferences: Open Settings (UI)');
    const settings = workbench.page.locator('.settings-editor');
    await settings.waitFor();
    await settings
      .locator('.search-container .native-edit-context, .search-container textarea')
      .first()
      .focus();
    await workbench.page.keyboard.type('editor.wordWrap');
    const select = settings
      .locator('.setting-item-contents', { hasText: 'Controls how lines should wrap' })
      .locator('select');
    await select.selectOption('on');
    await workbench.closeAllEditors();
    await workbench.run('Preferences: Open User Settings (JSON)');
    await workbench.editor.hasText('"editor.wordWrap": "on"');
    await workbench.reload();
    await workbench.run('Preferences: Open User Settings (JSON)');
    await workbench.editor.hasText('"editor.wordWrap": "on"');
  });

  it('lists the installed extensions', async ({ workbench }) => {
    await workbench.page.keyboard.press('Control+Shift+x');
    const names = workbench.page.locator('.extensions-viewlet .extension-list-item .name');
    for (const name of ['C and C++', 'Dockerfile', 'Go'])
      await names.filter({ hasText: name }).first().waitFor();
    await workbench.page.keyboard.type('typescript');
    await names.filter({ hasText: 'TypeScript and JavaScript' }).first().waitFor();
    await names.filter({ hasText: 'Dockerfile' }).waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Control+Shift+e');
  });

  it('has a zen mode, and help for those who do not see it', async ({ workbench }) => {
    await workbench.openFile('src/main.ts');
    await workbench.run('View: Toggle Zen Mode');
    await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
    await workbench.run('View: Toggle Zen Mode');
    await workbench.page.locator('.part.sidebar').waitFor();

    await workbench.focusEditor();
    await workbench.page.keyboard.press('Alt+F1');
    await workbench.page.locator('.accessible-view').waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('offers nothing that has no backend: no source control, no tasks, no debuggers from a marketplace', async ({
    workbench,
  }) => {
    await workbench.quickInput.open('F1', '>');
    const offered = async (query: string) => {
      await workbench.quickInput.fill(`>${query}`);
      await until('the list has settled', async () => (await workbench.quickInput.labels()).length > 0);
      return workbench.quickInput.labels();
    };
    for (const query of ['Debug: Install', 'Git:', 'Tasks: Run']) {
      const dead = (await offered(query)).filter((label) => label.startsWith(query));
      expect(dead, query).toEqual([]);
    }
    await workbench.quickInput.close();
    const views = await workbench.page
      .locator('.part.activitybar .action-label')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''));
    expect(views.filter((view) => /source control|testing|remote/i.test(view))).toEqual([]);
  });
});
