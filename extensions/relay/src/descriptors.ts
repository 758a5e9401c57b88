import { EventEmitter, extensions, type Disposable, type Event } from 'vscode';
import { contributions } from './contributions.ts';
import { readDescriptor, type Descriptor } from './descriptor.ts';
import type { Uris } from './uris.ts';

/** The descriptors of all loaded extensions; an id that occurs twice belongs to the first. */
export class Descriptors implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #subscription: Disposable;
  readonly #uris: Pick<Uris, 'schemes'>;
  #all: ReadonlyMap<string, Descriptor>;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(uris: Pick<Uris, 'schemes'>) {
    this.#uris = uris;
    this.#all = this.#read();
    this.#subscription = extensions.onDidChange(() => {
      const before = JSON.stringify(this.all());
      this.#all = this.#read();
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

  #read(): ReadonlyMap<string, Descriptor> {
    const found = new Map<string, Descriptor>();
    for (const { id, packageJSON } of extensions.all) {
      for (const contribution of contributions(packageJSON, 'languageServers')) {
        const descriptor = readDescriptor(id, contribution, this.#uris.schemes());
        if (descriptor && !found.has(descriptor.id)) found.set(descriptor.id, descriptor);
      }
    }
    return found;
  }
}
