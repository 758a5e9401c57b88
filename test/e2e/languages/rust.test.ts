import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Rust', () => {
  const it = workbenchTest({
    needs: [
      ['rust-analyzer', '--version'],
      ['cargo', '--version'],
    ],
    // rust-analyzer runs build scripts, so it starts in a trusted folder alone.
    trusted: true,
    env: {
      CARGO_NET_OFFLINE: 'true',
      // The server's home folder is a fresh one; the toolchain is the machine's.
      CARGO_HOME: process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'),
      RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
    },
    files: {
      'Cargo.toml': '[package]\nname = "tides"\nversion = "0.1.0"\nedition = "2021"\n',
      'Cargo.lock': 'version = 3\n\n[[package]]\nname = "tides"\nversion = "0.1.0"\n',
      // What `cargo check` writes would land in the folder; hints would count as text.
      '.vscode/settings.json': '{ "rust-analyzer.checkOnSave": false, "editor.inlayHints.enabled": "off" }\n',
      'src/main.rs': 'mod tide;\n\nfn main() {\n    let hour = tide::high(3);\n    drop(hour);\n}\n',
      'src/tide.rs': '/// When the tide is high.\npub fn high(day: u32) -> u32 {\n    day * 2\n}\n',
    },
  });

  it('shows an error while it is there and no longer (A-31, A-36)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('src/main.rs');
    await editor.replace('high(3)', 'high(3');
    await problems.has(/Syntax Error/, { seconds: 80 });
    await editor.replace('high(3', 'high(3)');
    await problems.hasNot('Syntax Error');
  });

  it('explains, completes and goes to a definition in another file (A-37, A-40, A-41)', async ({
    workbench,
  }) => {
    const { editor } = workbench;
    await workbench.openFile('src/main.rs');
    await editor.placeCaret('high', { into: 2 });
    await editor.hover('When the tide is high.');
    await editor.goToDefinition();
    await workbench.hasActiveTab('tide.rs');
    await editor.isAt({ line: 2, column: 8 });

    await workbench.openFile('src/main.rs');
    await editor.placeCaret('drop(hour);', { after: true });
    await editor.type('\ntide::');
    await editor.suggestions('high(…)');
    await editor.press('Escape');
  });

  it('renames across closed files (T061)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('src/tide.rs');
    await editor.placeCaret('high(day', { into: 2 });
    await editor.rename('peak');
    await editor.hasText('pub fn peak(day');
    await workbench.openFile('src/main.rs');
    await editor.hasText('tide::peak(3)');
  });
});
