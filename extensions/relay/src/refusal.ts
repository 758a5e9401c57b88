const timeout = 5_000;

/** Why a socket would not open: a browser tells a WebSocket's owner nothing about the answer it got. */
export type Refusal = 'refused' | 'signedOut' | 'away';

/**
 * Asks the address over HTTP, which answers 426 where a socket is expected: then the server is there, knows us,
 * and refused this socket for its server id or folder.
 *
 * @param url the socket's, `ws:` or `wss:`
 */
export async function whyRefused(url: string, fetch: typeof globalThis.fetch): Promise<Refusal> {
  try {
    const { status } = await fetch(url.replace(/^ws/, 'http'), {
      signal: AbortSignal.timeout(timeout),
      redirect: 'manual',
    });
    if (status === 426) return 'refused';
    return status === 401 || status === 403 ? 'signedOut' : 'away';
  } catch {
    // Nobody answers: the server is down or the network is.
    return 'away';
  }
}
