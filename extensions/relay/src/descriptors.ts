import { EventEmitter, extensions, type Disposable, type Event } from 'vscode';
import { contributions } from './contributions.ts';
import { readDescriptor, type Descriptor } from './descriptor.ts';

/** The descriptors of all loaded extensions; an id that occurs twice belongs to the first. */
export class Descriptors implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #subscription: Disposable;
  #all: ReadonlyMap<string, Descriptor> = read();

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor() {
    this.#subscription = extensions.onDidChange(() => {
      const before = JSON.stringify(this.all());
      this.#all = read();
      if (before !== JSON.stringify(this.all())) this.#changed.fire();
    });
  }

  all(): readonly Descriptor[] {
    return [...this.#all.values()];
  }

  find(id: string): Descriptor | undefined {
    return this.#all.get(id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function read(): ReadonlyMap<string, Descriptor> {
  const found = new Map<string, Descriptor>();
  for (const { id, packageJSON } of extensions.all) {
    for (const contribution of contributions(packageJSON, 'languageServers')) {
      const descriptor = readDescriptor(id, contribution);
      if (descriptor && !found.has(descriptor.id)) found.set(descriptor.id, descriptor);
    }
  }
  return found;
}
