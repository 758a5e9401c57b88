import { isRecord } from '../json.ts';
import type { RelayAddress } from '../relayAddress.ts';

const timeout = 8_000;

/** What runs the programs that are debugged, on the server's machine, as the descriptors of adapters have it asked. */
export class DebugRuntimes {
  readonly #address: RelayAddress;

  constructor(address: RelayAddress) {
    this.#address = address;
  }

  /** The first line of its answer; undefined when it is not there, or the relay does not say. */
  async answerOf(type: string): Promise<string | undefined> {
    const url = new URL(
      '/api/debug-adapters',
      this.#address.debugUrl(type, undefined).replace(/^ws/, 'http'),
    );
    url.searchParams.set('type', type);
    try {
      const answer = await this.#address.fetch(url.href, { signal: AbortSignal.timeout(timeout) });
      const listed: unknown = answer.ok ? await answer.json() : undefined;
      const found: unknown = Array.isArray(listed) ? listed[0] : undefined;
      const runtime = isRecord(found) ? found['runtime'] : undefined;
      return typeof runtime === 'string' ? runtime : undefined;
    } catch {
      // Nobody answers: the session itself will say so.
      return undefined;
    }
  }
}
