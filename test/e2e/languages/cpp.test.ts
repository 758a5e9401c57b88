import { describe } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('C and C++', () => {
  const it = workbenchTest({
    needs: [['clangd', '--version']],
    files: {
      'compile_flags.txt': '-std=c++17\n',
      'gauge.hpp': '#pragma once\n\n/// Height of the water, in metres.\ndouble height(int hour);\n',
      'main.cpp': '#include "gauge.hpp"\n\nint main() {\n  return height(3) > 2.0 ? 0 : 1;\n}\n',
      'checksum.c': 'int checksum(const char *text) {\n  return text[0];\n}\n',
    },
  });

  it('shows an error while it is there and no longer (A-31, A-36)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('main.cpp');
    await editor.replace('height(3)', 'hight(3)');
    await problems.has("Use of undeclared identifier 'hight'");
    await editor.placeCaret('hight', { into: 2 });
    await editor.quickFix("change 'hight' to 'height'");
    await editor.hasText('return height(3)');
    await problems.hasNot('undeclared identifier');
  });

  it('explains, completes and goes to a definition in a header (A-37, A-40, A-41)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('main.cpp');
    await editor.placeCaret('height', { into: 2 });
    await editor.hover('Height of the water, in metres.');
    await editor.goToDefinition();
    await workbench.hasActiveTab('gauge.hpp');
    await editor.isAt({ line: 4, column: 8 });

    await workbench.openFile('main.cpp');
    await editor.placeCaret('int main() {', { after: true });
    await editor.insert('\nhei');
    await editor.suggestions(/height\(int hour\)/);
    await editor.press('Escape');
  });

  it('renames across files, and tells C from C++ (T061)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('main.cpp');
    await editor.placeCaret('height', { into: 2 });
    await editor.rename('level');
    await editor.hasText('level(3)');
    await workbench.openFile('gauge.hpp');
    await editor.hasText('double level(int hour);');

    await workbench.openFile('checksum.c');
    await workbench.statusItem(/^C$/).waitFor();
    await editor.replace('return text[0];', 'return text[0]');
    await problems.has("Expected ';' after return statement");
  });
});
