import { describe, expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const it = workbenchTest({
  files: {
    'index.html': [
      '<!doctype html>',
      '<html lang="en">',
      '  <head>',
      '    <title>A page</title>',
      '    <style>',
      '      h1 { color: red; }',
      '    </style>',
      '    <script>',
      '      document.title = "one";',
      '    </script>',
      '  </head>',
      '  <body>',
      '    <h1>One</h1>',
      '  </body>',
      '</html>',
      '',
    ].join('\n'),
    'style.css': ':root {\n  --accent: #ff0000;\n}\n\nh1 {\n  color: var(--accent);\n}\n',
    'style.scss': '$gap: 4px;\n\n.card {\n  padding: $gap;\n  margin: $gap;\n}\n',
    'style.less': '@gap: 4px;\n\n.card {\n  padding: @gap;\n}\n',
    'package.json': '{\n  "name": "web",\n  "version": "1.0.0"\n}\n',
    'tsconfig.json': '{\n  // Comments are fine here.\n  "compilerOptions": {\n    "strict": true\n  }\n}\n',
    'untidy.json': '{"a":1,"b":[true]}',
    'schema.json': '{\n  "$schema": "./own.schema.json",\n  "size": 1\n}\n',
    'own.schema.json':
      '{ "type": "object", "properties": { "size": { "type": "string", "description": "How large it is" } } }',
  },
});

describe('HTML', () => {
  it('completes tags and attributes (A-37)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('index.html');
    await editor.placeCaret('</h1>', { after: true });
    await editor.type('\n<butt');
    await editor.acceptSuggestion('button');
    await editor.type(' disab');
    await editor.suggestions('disabled');
  });

  it('says what a tag is for (A-40)', async ({ workbench }) => {
    await workbench.openFile('index.html');
    await workbench.editor.placeCaret('<h1>', { into: 2 });
    await workbench.editor.hover('heading');
  });

  it('knows styles and scripts inside a page', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('index.html');
    await editor.replace('title = "one"', 'createE');
    await editor.suggestions('createElement');
    await editor.press('Escape');
    await editor.replace('color:', 'color');
    await problems.has('colon expected');
    await editor.replace('color', 'color:');
    await problems.hasNot('colon expected');
  });

  it('renames a tag at both ends, and formats', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('index.html');
    await editor.placeCaret('<h1>One', { into: 2 });
    await editor.rename('h2');
    await editor.hasText('<h2>One</h2>');
    await editor.replace('    <h2>', '<h2>');
    await workbench.run('Format Document');
    await editor.hasText(/\n {2,}<h2>One<\/h2>/);
  });
});

describe('CSS, SCSS and Less', () => {
  it('shows an error in each while it is there and no longer (A-31, A-36)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('style.css');
    await editor.replace('color:', 'colour:');
    await problems.has("Unknown property: 'colour'");
    await editor.replace('colour:', 'color:');
    await problems.hasNot("Unknown property: 'colour'");

    await workbench.openFile('style.scss');
    await editor.replace('margin: $gap;', 'margin $gap;');
    await problems.has('colon expected');
    await editor.replace('margin $gap;', 'margin: $gap;');
    await problems.hasNot('colon expected');

    await workbench.openFile('style.less');
    await editor.replace('padding: @gap;', 'padding @gap;');
    await problems.has('colon expected');
    await editor.replace('padding @gap;', 'padding: @gap;');
    await problems.hasNot('colon expected');
  });

  it('completes values and variables, and says what a property does (A-37, A-40)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('style.css');
    await editor.placeCaret('color', { into: 2 });
    await editor.hover("Sets the color of an element's text");
    await editor.placeCaret('var(--accent);', { after: true });
    await editor.type('\ndisplay: gri');
    await editor.suggestions('grid');
    await editor.press('Escape');

    await workbench.openFile('style.scss');
    await editor.replace('margin: $gap', 'margin: $g');
    await editor.suggestions('$gap');
    await editor.press('Escape');
  });

  it('goes to the variable, and renames it (A-41)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('style.scss');
    await editor.placeCaret('padding: $gap', { into: 11 });
    await editor.goToDefinition();
    await editor.isAt({ line: 1, column: 1 });
    await editor.rename('$space');
    await editor.hasText('padding: $space;');
  });

  it('shows a colour beside its name', async ({ workbench }) => {
    await workbench.openFile('style.css');
    await workbench.editor.root.locator('.colorpicker-color-decoration').first().waitFor();
  });
});

describe('JSON', () => {
  it('completes keys of package.json, and checks their values (A-36, A-37)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('package.json');
    await editor.placeCaret('"1.0.0"', { after: true });
    await editor.type(',\n"scri');
    await editor.acceptSuggestion('scripts');
    await editor.hasText('"scripts": {');

    await editor.replace('"web"', '1');
    await problems.has('Incorrect type. Expected "string".');
    await editor.replace('"name": 1', '"name": "web"');
    await problems.hasNot('Incorrect type');
  });

  it('knows the options of tsconfig.json, which may hold comments', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('tsconfig.json');
    await workbench.statusItem('JSON with Comments').waitFor();
    await editor.placeCaret('"strict"', { into: 3 });
    await editor.hover(/strict/i);
    await editor.replace('true', '"yes"');
    await problems.has(/Incorrect type. Expected .*boolean/);
    expect((await problems.list()).filter((problem) => /comment/i.test(problem))).toEqual([]);
  });

  it('follows a schema of the folder, and formats', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('schema.json');
    await problems.has('Incorrect type. Expected "string".');
    await editor.placeCaret('"size"', { into: 2 });
    await editor.hover('How large it is');

    await workbench.openFile('untidy.json');
    await workbench.run('Format Document');
    await editor.hasText('{\n    "a": 1,\n    "b": [\n        true\n    ]\n}');
  });

  it('completes and checks the settings of the workbench itself', async ({ workbench, workspace }) => {
    const { editor, problems } = workbench;
    workspace.write('.vscode/settings.json', '{\n  "editor.fontSize": "large",\n  \n}\n');
    await workbench.run('Preferences: Open Workspace Settings (JSON)');
    await workbench.hasActiveTab('settings.json');
    await problems.has('Incorrect type. Expected "number".');
    await editor.goTo({ line: 3, column: 3 });
    await editor.type('"css.lint.emptyR');
    await until('the setting is offered', async () =>
      (await editor.suggestionLabels()).includes('css.lint.emptyRules'),
    );
    await editor.press('Escape');
    workspace.delete('.vscode');
  });
});
