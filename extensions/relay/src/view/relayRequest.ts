import type { RelayAddress } from '../relayAddress.ts';

/**
 * Why there is no list: no relay is known yet, nobody answers, the page has no token any more, or what came is no
 * list.
 */
export type ListFailure = 'unknown' | 'away' | 'signedOut' | 'unreadable';

export interface RelayAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks the relay for JSON over HTTP. @param timeout in milliseconds */
export async function askRelay(
  address: RelayAddress,
  { path, method = 'GET', timeout }: { path: string; method?: 'GET' | 'POST'; timeout: number },
): Promise<RelayAnswer | 'away' | 'signedOut'> {
  try {
    const url = new URL(path, address.url('', undefined).replace(/^ws/, 'http'));
    const signal = AbortSignal.timeout(timeout);
    const answer = await address.fetch(url.href, { method, signal, redirect: 'manual' });
    if (answer.status === 401 || answer.status === 403) return 'signedOut';
    return { status: answer.status, body: await answer.json() };
  } catch {
    // Nobody answers, or not with JSON, as a proxy in front does while the server is down.
    return 'away';
  }
}
