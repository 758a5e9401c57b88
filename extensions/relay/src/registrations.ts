import type { RegistrationParams } from 'vscode-languageclient/browser';
import { watchedInside } from './watchedFiles.ts';

/** What the registrations of one client need from it and from the editor. */
export interface RegistrationWorld {
  /** URIs of the opened folders, decoded, without a trailing slash. */
  readonly folders: () => readonly string[];
  readonly unregister: (method: string, id: string) => void;
}

/** What a server registered with the client as it went. */
export class Registrations {
  readonly #world: RegistrationWorld;
  readonly #methods = new Map<string, string>();

  constructor(world: RegistrationWorld) {
    this.#world = world;
  }

  /** Makes room for an id that is used twice (the library would keep the first provider for ever), and narrows. */
  admit({ registrations }: RegistrationParams): RegistrationParams {
    const folders = this.#world.folders();
    for (const { id, method } of registrations) {
      const before = this.#methods.get(id);
      if (before !== undefined) this.#world.unregister(before, id);
      this.#methods.set(id, method);
    }
    return { registrations: registrations.map((registration) => watchedInside(registration, folders)) };
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#methods.delete(id);
  }
}
