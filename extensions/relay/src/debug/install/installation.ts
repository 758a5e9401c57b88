import { DebugEvent } from '../../../../../server/protocol/debug.ts';
import { CloseCode, normalizeClose } from '../../../../../server/protocol/errors.ts';
import type { Clock } from '../../clock.ts';
import { decodeStatus } from '../../controlMessages.ts';
import { isRecord } from '../../json.ts';

/** How an installation ended. */
export type InstallEnd =
  /** `isNew`: it was not there before. */
  | { readonly kind: 'installed'; readonly isNew: boolean }
  | { readonly kind: 'cancelled' }
  /** What the server said of it; nothing where the connection was lost, or never was. */
  | { readonly kind: 'failed'; readonly reason: string; readonly output: readonly string[] }
  | { readonly kind: 'lost' };

export interface InstallationRequest {
  /** The debug type's socket, `ws:` or `wss:`. */
  readonly url: string;
  readonly protocols: readonly string[];
  readonly clock: Clock;
  /** Gets what the installer writes. */
  readonly onLine: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The server gives up after a quarter of an hour; this is for a server that nothing is heard of any more. */
const limit = 20 * 60_000;

/** Has the adapter of a debug type installed on the server's machine. Leaving, by `signal`, cancels it. */
export function installAdapter({
  url,
  protocols,
  clock,
  onLine,
  signal,
}: InstallationRequest): Promise<InstallEnd> {
  const address = new URL(url);
  address.searchParams.set('install', '1');
  const socket = new WebSocket(address.href, [...protocols]);
  return new Promise((resolve) => {
    let failure: InstallEnd | undefined;
    let isNew = false;
    const end = (outcome: InstallEnd): void => {
      deadline.dispose();
      signal.removeEventListener('abort', cancel);
      socket.close(1000);
      resolve(outcome);
    };
    const cancel = (): void => end({ kind: 'cancelled' });
    const deadline = clock.after(limit, () => end({ kind: 'lost' }));
    signal.addEventListener('abort', cancel, { once: true });
    socket.addEventListener('message', ({ data }) => {
      const status = statusIn(data);
      if (status?.state === 'installing') onLine(status.line);
      if (status?.state === 'installed') isNew = true;
      if (status?.state === 'install_failed') failure = { ...status, kind: 'failed' };
    });
    socket.addEventListener('close', ({ code }) => {
      if (normalizeClose(code) === CloseCode.released) return end({ kind: 'installed', isNew });
      end(failure ?? { kind: 'lost' });
    });
  });
}

function statusIn(data: unknown): ReturnType<typeof decodeStatus> {
  if (typeof data !== 'string') return undefined;
  try {
    const message: unknown = JSON.parse(data);
    if (!isRecord(message) || message['event'] !== DebugEvent.status) return undefined;
    return decodeStatus(message['body']);
  } catch {
    // What is no message says nothing; the close code still tells how it ended.
    return undefined;
  }
}
