import { installedPath } from '../../../../server/protocol/install.ts';
import { isRecord } from '../json.ts';
import type { RelayAddress } from '../relayAddress.ts';
import { askRelay, type ListFailure } from './relayRequest.ts';

const timeout = 5_000;
/** What runs is asked to end first, and gets the time that it gets elsewhere; then there may be much to delete. */
const uninstallTimeout = 60_000;

/** Why there is no answer, or a sentence of the relay's. */
export type UninstallFailure = ListFailure | { readonly message: string };

export type InstalledKind = keyof typeof installedPath;

/** What was installed on request on the machine that holds the folder, asked for over HTTP. */
export class InstalledThings {
  readonly #address: RelayAddress;

  constructor(address: RelayAddress) {
    this.#address = address;
  }

  /** Which of these are there. Undefined where the relay does not say. @param ids descriptor ids, or debug types */
  async read(kind: InstalledKind, ids: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    if (ids.length === 0) return new Set();
    if (!this.#address.isKnown) return undefined;
    const query = new URLSearchParams(ids.map((id) => ['id', id]));
    const answer = await askRelay(this.#address, { path: `${installedPath[kind]}?${query}`, timeout });
    if (typeof answer === 'string' || !isRecord(answer.body)) return undefined;
    const { installed } = answer.body;
    return Array.isArray(installed) ? new Set(installed.filter((id) => typeof id === 'string')) : undefined;
  }

  /** Deletes one. @returns what went wrong */
  async uninstall(kind: InstalledKind, id: string): Promise<UninstallFailure | undefined> {
    const path = `${installedPath[kind]}/${encodeURIComponent(id)}/uninstall`;
    const answer = await askRelay(this.#address, { path, method: 'POST', timeout: uninstallTimeout });
    if (typeof answer === 'string') return answer;
    if (answer.status === 200) return undefined;
    const message = isRecord(answer.body) ? answer.body['message'] : undefined;
    return typeof message === 'string' ? { message } : 'unreadable';
  }
}
