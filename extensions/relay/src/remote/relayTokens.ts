import type { SecretStorage } from 'vscode';

/** Tokens by relay, in VS Code's store of secrets: whether it outlives the page is up to the host of VS Code. */
export class RelayTokens {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  async of(origin: string): Promise<string | undefined> {
    return this.#secrets.get(key(origin));
  }

  async keep(origin: string, token: string): Promise<void> {
    await this.#secrets.store(key(origin), token);
  }
}

function key(origin: string): string {
  return `token of ${origin}`;
}
