import { EventEmitter, extensions, type Disposable, type Event } from 'vscode';
import { languageServerSchema, type LanguageServerDescriptor } from '../../../server/protocol/descriptor.ts';
import { isRecord } from './json.ts';

/** A descriptor with the extension it comes from. */
export interface Descriptor extends LanguageServerDescriptor {
  readonly extensionId: string;
}

/** The descriptors of all loaded extensions; an id that occurs twice belongs to the first. */
export class Descriptors implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #subscription: Disposable;
  #all: ReadonlyMap<string, Descriptor> = read();

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor() {
    this.#subscription = extensions.onDidChange(() => {
      const before = JSON.stringify([...this.#all.values()]);
      this.#all = read();
      if (before !== JSON.stringify([...this.#all.values()])) this.#changed.fire();
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
  for (const extension of extensions.all) {
    for (const contribution of contributions(extension.packageJSON, 'languageServers')) {
      // What is wrong with it is told by the server, with file and line: it reads the same manifest.
      const parsed = languageServerSchema.safeParse(contribution);
      if (!parsed.success || found.has(parsed.data.id)) continue;
      found.set(parsed.data.id, { ...parsed.data, extensionId: extension.id });
    }
  }
  return found;
}

/** `contributes[key]` of a manifest, which may hold anything. */
export function contributions(manifest: unknown, key: string): readonly unknown[] {
  const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
  const list = isRecord(contributes) ? contributes[key] : undefined;
  return Array.isArray(list) ? list : [];
}
