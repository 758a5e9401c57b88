import { describe, expect } from 'vitest';
import type { Editor } from '../../harness/editor.ts';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

/** By keys: what the status bar calls a column is neither a UTF-16 unit nor a code point. */
async function stepTo(editor: Editor, line: number, steps: number): Promise<void> {
  await editor.goTo({ line, column: 1 });
  for (let step = 0; step < steps; step++) await editor.press('ArrowRight');
}

describe('Positions', () => {
  const it = workbenchTest({
    name: 'a b#c%20d?é漢',
    files: {
      'face.ts':
        '/* 😀é漢 */ export const face = "😀";\r\n\tconst wide: number = "😀é漢" + face;\r\n\t/* 😀 */ console.log(face, wide);\r\n',
      'face.py': '# 😀é漢\r\nface = "😀"; wide: int = face\r\nif wide:\r\n\tprint("😀é漢", face, wide)\r\n',
      'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
      'Main # query? 100%.mirror': 'const face = "😀";',
      'dos.mirror': '😀 one\r\n\ttwo\r\n',
    },
    flags: (workspace) =>
      fixtureExtension(workspace, [{ id: 'mirror', label: 'Mirror', command: [{ module: './mirror.mjs' }] }]),
  });

  it('agree with TypeScript, which may count bytes: emoji, CRLF and tabs (T041, T048, A-32)', async ({
    workbench,
    workspace,
  }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('face.ts');
    await problems.has("Type 'string' is not assignable to type 'number'.");
    await problems.has('[Ln 2, Col 8]');
    await stepTo(editor, 3, 22);
    await editor.hover('const face: "😀"');

    await editor.rename('smile');
    await editor.hasText('console.log(smile, wide);');
    await workbench.save();
    await until('the file is saved', () => workspace.read('face.ts').includes('smile'));
    expect(workspace.read('face.ts')).toBe(
      '/* 😀é漢 */ export const smile = "😀";\r\n\tconst wide: number = "😀é漢" + smile;\r\n\t/* 😀 */ console.log(smile, wide);\r\n',
    );
  });

  it('agree with Pyright (T041, T048)', async ({ workbench, workspace }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('face.py');
    await problems.has('is not assignable to declared type "int"');
    await problems.has('[Ln 2, Col 26]');
    await stepTo(editor, 4, 15);
    await editor.hover(/face: /);

    await editor.rename('smile');
    await editor.hasText('print("😀é漢", smile, wide)');
    await workbench.save();
    await until('the file is saved', () => workspace.read('face.py').includes('smile'));
    expect(workspace.read('face.py')).toBe(
      '# 😀é漢\r\nsmile = "😀"; wide: int = smile\r\nif wide:\r\n\tprint("😀é漢", smile, wide)\r\n',
    );
  });

  it('of every edit reach the server as they were made (T041, T043, KI-P10, KI-P22)', async ({
    workbench,
    workspace,
  }) => {
    const { editor } = workbench;
    const agrees = async (text: string) => {
      await until(`the server has ${JSON.stringify(text)}`, () => {
        const mirror = workspace.read('mirror.txt');
        if (mirror === text) return true;
        throw new Error(mirror);
      });
    };
    await workbench.openFile('Main # query? 100%.mirror');
    await agrees('const face = "😀";');
    await editor.press('End', 'ArrowLeft', 'ArrowLeft', 'Shift+ArrowLeft');
    await workbench.page.keyboard.insertText('🎉🎉');
    await agrees('const face = "🎉🎉";');
    await editor.press('Backspace');
    await agrees('const face = "🎉";');
    await editor.press('Control+a', 'Delete', 'Enter');
    await agrees('\n');
    await editor.press('Control+z', 'Control+z');
    await agrees('const face = "🎉";');
    await editor.press('Control+Shift+z');
    await until('the server follows the redo', () => ['', '\n'].includes(workspace.read('mirror.txt')));

    await workbench.openFile('dos.mirror');
    await agrees('😀 one\r\n\ttwo\r\n');
    await stepTo(editor, 2, 4);
    await editor.press('Enter');
    await workbench.page.keyboard.insertText('漢');
    await agrees('😀 one\r\n\ttwo\r\n\t漢\r\n');
    await stepTo(editor, 2, 0);
    await editor.press('Backspace');
    await agrees('😀 one\ttwo\r\n\t漢\r\n');
    await workbench.save();
    expect(workspace.read('dos.mirror')).toBe('😀 one\ttwo\r\n\t漢\r\n');
  });
});
