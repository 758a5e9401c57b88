import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { WebSocketPage } from '../../server/relay/webSocketPage.ts';
import { TestClock } from '../fixtures/testClock.ts';

/** As much of a socket as a page that says nothing needs. */
class QuietSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  protocol = 'mooring.v1';
  pings = 0;
  answersPings = true;
  terminated = false;
  isPaused = false;
  #unread: string[] = [];

  ping(): void {
    this.pings += 1;
    if (this.answersPings) this.#unread.push('pong');
    this.#read();
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.#read();
  }

  #read(): void {
    while (!this.isPaused) {
      const event = this.#unread.shift();
      if (event === undefined) return;
      this.emit(event);
    }
  }

  terminate(): void {
    this.terminated = true;
    this.emit('close', 1006);
  }
}

function quietPage(): { page: WebSocketPage; socket: QuietSocket; clock: TestClock; lost: string[] } {
  const socket = new QuietSocket();
  const clock = new TestClock();
  const lost: string[] = [];
  const page = new WebSocketPage(
    socket as unknown as WebSocket,
    clock,
    { slowTime: 10_000, window: undefined },
    {
      message: () => {},
      congested: () => {},
      closed: () => {},
      lost: (reason) => lost.push(reason),
    },
  );
  expect(page.speaksMooring).toBe(true);
  return { page, socket, clock, lost };
}

it('A page that says nothing for five minutes keeps its connection: a ping every 20 s passes before any proxy’s minute (T012)', async () => {
  const { socket, clock, lost } = quietPage();
  await clock.pass(5 * 60_000);
  expect(socket.pings).toBe(15);
  expect([socket.terminated, lost]).toEqual([false, []]);
});

it('A page that answers no ping for 45 s is given up', async () => {
  const { socket, clock, lost } = quietPage();
  await clock.pass(20_000);
  socket.answersPings = false;
  await clock.pass(40_000);
  expect(socket.terminated).toBe(false);
  await clock.pass(20_000);
  expect([socket.terminated, lost]).toEqual([true, ['it does not answer pings']]);
});

it('A page that is not listened to for a while can still show that it is there, and is not listened to for longer', () => {
  const { page, socket } = quietPage();
  page.pause();
  let isThere = false;
  page.probe(() => (isThere = true));
  expect([isThere, socket.isPaused]).toEqual([true, true]);
});
