import type { WebSocket } from 'ws';
import type { Clock, Timer } from '../../broker/clock.ts';

const pingTime = 20_000;
const deadTime = 45_000;

/** Ends a socket whose peer went without a word: proxies drop what is silent, and laptops sleep. */
export function keepAlive(socket: WebSocket, clock: Clock): void {
  let lastSeen = clock.now();
  let timer: Timer | undefined;
  const seen = () => (lastSeen = clock.now());
  const schedule = () => {
    timer = clock.after(pingTime, () => {
      if (clock.now() - lastSeen > deadTime) return socket.terminate();
      socket.ping();
      schedule();
    });
  };
  socket.on('pong', seen);
  socket.on('message', seen);
  socket.once('close', () => timer?.cancel());
  schedule();
}
