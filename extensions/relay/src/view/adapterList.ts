import type { DebugAdapterAvailability } from '../../../../server/protocol/debug.ts';
import { isRecord } from '../json.ts';
import type { RelayAddress } from '../relayAddress.ts';
import { askRelay, type ListFailure } from './relayRequest.ts';

/** The server asks each program for its version, and gives each of several candidates five seconds. */
const timeout = 60_000;

/** Which debug adapters are on the machine that holds the folder, asked for over HTTP. */
export class AdapterList {
  readonly #address: RelayAddress;

  constructor(address: RelayAddress) {
    this.#address = address;
  }

  async read(): Promise<readonly DebugAdapterAvailability[] | ListFailure> {
    if (!this.#address.isKnown) return 'unknown';
    const answer = await askRelay(this.#address, { path: '/api/debug-adapters', timeout });
    if (answer === 'away' || answer === 'signedOut') return answer;
    return isList(answer.body) ? answer.body : 'unreadable';
  }
}

/** As much as the view relies on; the server is of the same product, but may be of another version. */
function isList(value: unknown): value is readonly DebugAdapterAvailability[] {
  return (
    Array.isArray(value) &&
    value.every(
      (entry) => isRecord(entry) && typeof entry['type'] === 'string' && typeof entry['state'] === 'string',
    )
  );
}
