import type { LeaseAction, LeaseReport, LeasesReport } from '../../../../server/protocol/leases.ts';
import { isRecord } from '../json.ts';
import type { RelayAddress } from '../relayAddress.ts';

const timeout = 5_000;

/**
 * Why there is no list: no relay is known yet, nobody answers, the page has no token any more, or what came is no
 * list.
 */
export type ListFailure = 'unknown' | 'away' | 'signedOut' | 'unreadable';

/** The language servers that the relay holds for this user, asked for over HTTP. */
export class LeaseList {
  readonly #address: RelayAddress;

  constructor(address: RelayAddress) {
    this.#address = address;
  }

  async read(): Promise<LeasesReport | ListFailure> {
    if (!this.#address.isKnown) return 'unknown';
    const answer = await this.#send('/leases', 'GET');
    if (answer === 'away' || answer === 'signedOut') return answer;
    return isReport(answer.body) ? answer.body : 'unreadable';
  }

  /**
   * Stops or restarts a language server, whichever window uses it.
   *
   * @returns what went wrong; `gone`: there is no such language server any more.
   */
  async act(key: string, action: LeaseAction): Promise<ListFailure | 'gone' | undefined> {
    const answer = await this.#send(`/leases/${encodeURIComponent(key)}/${action}`, 'POST');
    if (answer === 'away' || answer === 'signedOut') return answer;
    if (answer.status === 404) return 'gone';
    return answer.status === 200 ? undefined : 'unreadable';
  }

  async #send(
    path: string,
    method: 'GET' | 'POST',
  ): Promise<{ readonly status: number; readonly body: unknown } | 'away' | 'signedOut'> {
    try {
      const url = new URL(path, this.#address.url('', undefined).replace(/^ws/, 'http'));
      const signal = AbortSignal.timeout(timeout);
      const answer = await this.#address.fetch(url.href, { method, signal, redirect: 'manual' });
      if (answer.status === 401 || answer.status === 403) return 'signedOut';
      return { status: answer.status, body: await answer.json() };
    } catch {
      // Nobody answers, or not with JSON, as a proxy in front does while the server is down.
      return 'away';
    }
  }
}

function isReport(value: unknown): value is LeasesReport {
  return (
    isRecord(value) &&
    typeof value['limit'] === 'number' &&
    Array.isArray(value['leases']) &&
    value['leases'].every(isLease)
  );
}

/** As much as the view relies on; the server is of the same product, but may be of another version. */
function isLease(value: unknown): value is LeaseReport {
  if (!isRecord(value)) return false;
  const { folder, link, pending, work } = value;
  const texts = [value['key'], value['server'], value['label'], value['state']];
  return (
    texts.every((text) => typeof text === 'string') &&
    isRecord(folder) &&
    typeof folder['name'] === 'string' &&
    isRecord(link) &&
    typeof link['since'] === 'number' &&
    isRecord(pending) &&
    Array.isArray(pending['oldest']) &&
    Array.isArray(work) &&
    typeof value['documents'] === 'number'
  );
}
