import { SerializeAddon } from '@xterm/addon-serialize';
import { Unicode11Addon } from '@xterm/addon-unicode11';
// Its bundle shows Node no names to import.
import headless from '@xterm/headless';
import type { Screen } from './ports.ts';

/** A terminal emulator that nobody sees: it keeps what a page that comes back has to show. */
export function createScreen(columns: number, rows: number, scrollback: number): Screen {
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback, allowProposedApi: true });
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  // Pages count the columns of emoji and the like as Unicode 11 does, and so must this.
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  return {
    write: (data, done) => terminal.write(data, done),
    resize: (columns, rows) => terminal.resize(columns, rows),
    clear: () => terminal.clear(),
    snapshot: () => ({ columns: terminal.cols, rows: terminal.rows, data: serializer.serialize() }),
    dispose: () => terminal.dispose(),
  };
}
