import type { BootExtension } from '../../server/protocol/boot.ts';
import { withLentEntry } from './lentEntry.ts';

/** What is different between two states of the server's extensions. */
export interface ExtensionDelta {
  readonly added: readonly BootExtension[];
  /** As they are now. */
  readonly changed: readonly BootExtension[];
  /** As they were. */
  readonly removed: readonly BootExtension[];
}

/** The extensions that the server has, as far as this page knows. */
export class KnownExtensions {
  #all: readonly BootExtension[];
  readonly #isUsed: (extension: BootExtension) => boolean;

  /** @param isUsed false for those that this page does without */
  constructor(all: readonly BootExtension[], isUsed: (extension: BootExtension) => boolean) {
    this.#isUsed = isUsed;
    this.#all = this.#taken(all);
  }

  all(): readonly BootExtension[] {
    return this.#all;
  }

  /** An extension's address changes with every file of it, and what is left of its manifest with other extensions. */
  replace(extensions: readonly BootExtension[]): ExtensionDelta {
    const next = this.#taken(extensions);
    const before = new Map(this.#all.map((extension) => [extension.id, extension]));
    const after = new Set(next.map(({ id }) => id));
    this.#all = next;
    return {
      added: next.filter(({ id }) => !before.has(id)),
      changed: next.filter((extension) => differs(extension, before.get(extension.id))),
      removed: [...before.values()].filter(({ id }) => !after.has(id)),
    };
  }

  #taken(extensions: readonly BootExtension[]): readonly BootExtension[] {
    return extensions.filter(this.#isUsed).map(withLentEntry);
  }
}

function differs(now: BootExtension, before: BootExtension | undefined): boolean {
  if (!before) return false;
  if (now.location !== before.location) return true;
  return JSON.stringify(now.manifest) !== JSON.stringify(before.manifest);
}
