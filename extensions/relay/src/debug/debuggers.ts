import { EventEmitter, extensions, type Disposable, type Event } from 'vscode';
import { debuggersOf, type Debugger } from './debugger.ts';

/** The debuggers of all loaded extensions; a type that occurs twice belongs to the first. */
export class Debuggers implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #subscription: Disposable;
  #all: ReadonlyMap<string, Debugger> = read();

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor() {
    this.#subscription = extensions.onDidChange(() => {
      this.#all = read();
      this.#changed.fire();
    });
  }

  all(): readonly Debugger[] {
    return [...this.#all.values()];
  }

  find(type: string): Debugger | undefined {
    return this.#all.get(type);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function read(): ReadonlyMap<string, Debugger> {
  const found = new Map<string, Debugger>();
  for (const { id, packageJSON } of extensions.all)
    for (const entry of debuggersOf(id, packageJSON))
      if (!found.has(entry.type)) found.set(entry.type, entry);
  return found;
}
