import type { IEditorOverrideServices } from '@codingame/monaco-vscode-api/services';
import type { BootExtension } from '../../server/protocol/boot.ts';

/** A part of VS Code that costs too much to be fetched where nothing needs it. */
export type PartName = 'notebooks' | 'walkthroughs';

interface PartModule {
  services(): IEditorOverrideServices;
  /** What it needs done once the workbench is there. */
  start(): Promise<void>;
}

interface Part {
  /** The keys of `contributes` that need it. */
  readonly contributions: readonly string[];
  readonly load: () => Promise<PartModule>;
}

const parts: Readonly<Record<PartName, Part>> = {
  notebooks: {
    contributions: ['notebooks', 'notebookRenderer', 'notebookPreload'],
    load: () => import('./notebooks.ts'),
  },
  walkthroughs: { contributions: ['walkthroughs'], load: () => import('./walkthroughs.ts') },
};

/** The parts that an extension needs. VS Code's own extensions need none: what they bring is used by others. */
export function partsNeededBy({ source, manifest: { contributes } }: BootExtension): readonly PartName[] {
  if (source === 'vscode' || typeof contributes !== 'object' || contributes === null) return [];
  const keys = new Set(Object.keys(contributes));
  return names.filter((name) => parts[name].contributions.some((key) => keys.has(key)));
}

const names = Object.keys(parts) as readonly PartName[];

/** What was loaded before the workbench started: its services cannot be exchanged while it runs. */
export class OptionalParts {
  readonly #loaded = new Map<PartName, PartModule>();
  readonly #failures = new Map<PartName, string>();

  /** Never rejects: without a part the rest of the workbench is there. */
  static async load(needed: readonly PartName[]): Promise<OptionalParts> {
    const loaded = new OptionalParts();
    await Promise.all([...new Set(needed)].map((name) => loaded.#load(name)));
    return loaded;
  }

  has(name: PartName): boolean {
    return this.#loaded.has(name);
  }

  /** The parts without which not all of an extension works. */
  missingFor(extension: BootExtension): readonly PartName[] {
    return partsNeededBy(extension).filter((name) => !this.has(name));
  }

  /** VS Code's own kind of notebook is left out where notebooks are not loaded: its commands would lead nowhere. */
  takes({ source, manifest: { contributes } }: BootExtension): boolean {
    const isNotebook =
      source === 'vscode' &&
      typeof contributes === 'object' &&
      contributes !== null &&
      'notebooks' in contributes;
    return !isNotebook || this.has('notebooks');
  }

  /** Why a part that is needed is not there. */
  failures(): ReadonlyMap<PartName, string> {
    return this.#failures;
  }

  services(): IEditorOverrideServices {
    const all = [...this.#loaded.values()].map((part) => part.services());
    return Object.assign({}, ...all) as IEditorOverrideServices;
  }

  async start(): Promise<void> {
    await Promise.all([...this.#loaded.values()].map((part) => part.start()));
  }

  async #load(name: PartName): Promise<void> {
    try {
      this.#loaded.set(name, await parts[name].load());
    } catch (error) {
      this.#failures.set(name, error instanceof Error ? error.message : String(error));
    }
  }
}
