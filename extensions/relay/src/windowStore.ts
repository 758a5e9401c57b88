import { commands } from 'vscode';
import { isRecord } from './json.ts';

/** Texts that this window keeps over a reload, by name. */
export interface WindowStore {
  all(): ReadonlyMap<string, string>;
  keep(name: string, text: string): void;
  forget(name: string): void;
}

/**
 * One of the stores that Mooring's workbench has in the tab's session storage, by the commands that read and write
 * it. Elsewhere there is no such place, and all is forgotten with the page.
 */
export async function windowStore(readCommand: string, writeCommand: string): Promise<WindowStore> {
  const texts = new Map(Object.entries(await stored(readCommand)));
  const write = (name: string, text?: string): void => {
    commands.executeCommand(writeCommand, name, text).then(undefined, () => undefined);
  };
  return {
    all: () => texts,
    keep(name, text) {
      if (texts.get(name) === text) return;
      texts.set(name, text);
      write(name, text);
    },
    forget(name) {
      if (texts.delete(name)) write(name);
    },
  };
}

async function stored(readCommand: string): Promise<Record<string, string>> {
  try {
    const found: unknown = await commands.executeCommand(readCommand);
    if (!isRecord(found)) return {};
    return Object.fromEntries(
      Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    // There is no such command: this is not Mooring's workbench.
    return {};
  }
}
