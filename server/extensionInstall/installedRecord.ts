import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** Which folders of the user's extensions were made by an installation, and not put there by hand. */
export class InstalledRecord {
  readonly #file: string;
  #turn: Promise<void> = Promise.resolve();

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'installed.json');
  }

  /** Names of folders. */
  all(): Promise<readonly string[]> {
    return this.#read();
  }

  async has(folderName: string): Promise<boolean> {
    return (await this.#read()).includes(folderName);
  }

  add(folderName: string): Promise<void> {
    return this.#change((names) => [...names.filter((name) => name !== folderName), folderName]);
  }

  remove(folderName: string): Promise<void> {
    return this.#change((names) => names.filter((name) => name !== folderName));
  }

  #change(change: (names: readonly string[]) => readonly string[]): Promise<void> {
    const turn = this.#turn.then(async () => {
      const names = change(await this.#read());
      await writeFileAtomic(this.#file, `${JSON.stringify(names, null, 2)}\n`);
    });
    // One that fails must not keep the next from its turn.
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #read(): Promise<readonly string[]> {
    try {
      const names: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
    } catch {
      // None was installed yet, or the record is broken: then all count as put there by hand.
      return [];
    }
  }
}
