import type { Memento } from 'vscode';
import { isRecord } from './json.ts';

const key = 'stopped';

/**
 * Which servers the user stopped in this window: an explicit Stop outlives editors, settings and reloads, until
 * Start. The memento belongs to the folder, so what is stored names its window: another one begins without it.
 */
export class StopMemory {
  readonly #memento: Memento;
  readonly #window: string;
  readonly #ids: Set<string>;

  constructor(memento: Memento, window: string) {
    this.#memento = memento;
    this.#window = window;
    this.#ids = new Set(this.#read());
  }

  remembers(id: string): boolean {
    return this.#ids.has(id);
  }

  remember(id: string): void {
    this.#ids.add(id);
    this.#write();
  }

  forget(id: string): void {
    if (this.#ids.delete(id)) this.#write();
  }

  #read(): readonly string[] {
    const stored: unknown = this.#memento.get(key);
    if (!isRecord(stored) || stored['window'] !== this.#window || !Array.isArray(stored['ids'])) return [];
    return stored['ids'].filter((id) => typeof id === 'string');
  }

  #write(): void {
    void this.#memento.update(key, { window: this.#window, ids: [...this.#ids] });
  }
}
