import type { LeaseAction, LeaseReport, LeasesReport } from '../../../../server/protocol/leases.ts';
import { isRecord } from '../json.ts';
import type { RelayAddress } from '../relayAddress.ts';
import { askRelay, type ListFailure } from './relayRequest.ts';

const timeout = 5_000;

/** The language servers that the relay holds for this user, asked for over HTTP. */
export class LeaseList {
  readonly #address: RelayAddress;

  constructor(address: RelayAddress) {
    this.#address = address;
  }

  async read(): Promise<LeasesReport | ListFailure> {
    if (!this.#address.isKnown) return 'unknown';
    const answer = await askRelay(this.#address, { path: '/leases', timeout });
    if (answer === 'away' || answer === 'signedOut') return answer;
    return isReport(answer.body) ? answer.body : 'unreadable';
  }

  /**
   * Stops or restarts a language server, whichever window uses it.
   *
   * @returns what went wrong; `gone`: there is no such language server any more.
   */
  async act(key: string, action: LeaseAction): Promise<ListFailure | 'gone' | undefined> {
    const answer = await askRelay(this.#address, {
      path: `/leases/${encodeURIComponent(key)}/${action}`,
      method: 'POST',
      timeout,
    });
    if (answer === 'away' || answer === 'signedOut') return answer;
    if (answer.status === 404) return 'gone';
    return answer.status === 200 ? undefined : 'unreadable';
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
