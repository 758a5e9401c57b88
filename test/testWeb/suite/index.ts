/** Runs inside stock VS Code, in the extension host: VS Code calls `run` when it has started. */
import { workspace } from 'vscode';
import { debugging } from './debugging.ts';
import { dropIn } from './dropIn.ts';
import { files } from './files.ts';
import { json } from './json.ts';
import { python } from './python.ts';
import { Reporter } from './reporter.ts';
import { typescript } from './typescript.ts';
import { root } from './world.ts';

export async function run(): Promise<void> {
  mocha.setup({ ui: 'bdd', reporter: Reporter, timeout: 60_000 });
  typescript();
  python();
  json();
  dropIn();
  debugging();
  files();
  // The folder is there once somebody has entered the token.
  await workspace.fs.readDirectory(root());
  await new Promise<void>((resolve) => void mocha.run(() => resolve()));
  console.log('END');
  // VS Code ends the extension host when this is over, and the test outside still looks at what it shows.
  await new Promise<never>(() => {});
}
