import { Limit } from '../../../server/protocol/errors.ts';

/** `WebSocket.OPEN`, also where there is no such class. */
const open = 1;

/** As much of a WebSocket as sending needs. */
interface FrameSocket {
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(text: string): void;
}

/**
 * Sends one JSON message as one text frame. On a closed socket it goes nowhere.
 *
 * @returns false when the network takes nothing any more, and what waits for it is more than it should be.
 */
export function sendFrame(socket: FrameSocket, message: unknown): boolean {
  if (socket.readyState !== open) return true;
  socket.send(JSON.stringify(message));
  return socket.bufferedAmount <= 2 * Limit.outboundBytes;
}
