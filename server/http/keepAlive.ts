import type { WebSocket } from 'ws';
import type { Clock, Timer } from '../broker/clock.ts';

/** Shorter than the minute after which proxies drop a silent connection. */
const pingTime = 20_000;
/** Two pings without an answer, and some time to give one. */
const deadTime = 45_000;

export interface KeepAliveOptions {
  /** Whether nothing is read of the socket just now, so that its silence is our doing. */
  readonly isDeaf?: () => boolean;
  /** Told before the socket is ended for its silence. */
  readonly onDead?: () => void;
}

/**
 * Pings a socket, and ends it when its peer went without a word: proxies drop what is silent, and laptops sleep.
 *
 * @returns counts the peer as heard of just now.
 */
export function keepAlive(
  socket: WebSocket,
  clock: Clock,
  { isDeaf, onDead }: KeepAliveOptions = {},
): () => void {
  let lastSeen = clock.now();
  let timer: Timer | undefined;
  const seen = () => void (lastSeen = clock.now());
  const schedule = () => {
    timer = clock.after(pingTime, () => {
      if (isDeaf?.() !== true && clock.now() - lastSeen > deadTime) {
        onDead?.();
        return socket.terminate();
      }
      socket.ping();
      schedule();
    });
  };
  socket.on('pong', seen);
  socket.on('message', seen);
  socket.once('close', () => timer?.cancel());
  schedule();
  return seen;
}
