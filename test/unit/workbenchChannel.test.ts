import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Channel } from '../../workbench/connection/channel.ts';
import { Disconnected } from '../../workbench/connection/disconnected.ts';

interface Request {
  readonly id: number;
  readonly method: string;
}

/** A browser's WebSocket to a server that is up, down, or silent. */
class FakeSocket extends EventTarget {
  static server: 'up' | 'down' | 'silent' = 'up';
  static readonly all: FakeSocket[] = [];
  readonly received: Request[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor() {
    super();
    FakeSocket.all.push(this);
    const arrives = FakeSocket.server !== 'down';
    queueMicrotask(() => this.dispatchEvent(new Event(arrives ? 'open' : 'close')));
  }

  send(text: string): void {
    const message: unknown = JSON.parse(text);
    const request = message as Request;
    if (request.method.startsWith('$')) return;
    this.received.push(request);
    if (FakeSocket.server !== 'up') return;
    const answer = JSON.stringify({ jsonrpc: '2.0', id: request.id, result: null });
    queueMicrotask(() => this.onmessage?.({ data: answer }));
  }

  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

let page: EventTarget;
const folder = { uri: 'file:///work' };

/** What a request fails with, without leaving the failure unhandled meanwhile. */
function failureOf(channel: Channel): Promise<unknown> {
  return channel.request('files/createFolder', folder).catch((error: unknown) => error);
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  FakeSocket.server = 'up';
  FakeSocket.all.length = 0;
  page = new EventTarget();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', { href: 'http://localhost:5555/' });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the connection for files', () => {
  it('lets a request wait for the first connection', async () => {
    await expect(new Channel().request('files/createFolder', folder)).resolves.toBeNull();
  });

  it('fails what is under way when the link breaks, and works again after 250 ms (T014, T019)', async () => {
    const channel = new Channel();
    await channel.request('files/createFolder', folder);
    FakeSocket.server = 'silent';
    const underWay = failureOf(channel);
    await vi.advanceTimersByTimeAsync(0);
    FakeSocket.server = 'up';
    FakeSocket.all[0]?.close();
    expect(await underWay).toBeInstanceOf(Error);
    await vi.advanceTimersByTimeAsync(250);
    await expect(channel.request('files/createFolder', folder)).resolves.toBeNull();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('says when it is back, so that watches can be made again, but not the first time', async () => {
    const channel = new Channel();
    const back = vi.fn();
    channel.onReconnected(back);
    await channel.request('files/createFolder', folder);
    expect(back).not.toHaveBeenCalled();
    FakeSocket.all[0]?.close();
    await vi.advanceTimersByTimeAsync(250);
    expect(back).toHaveBeenCalledOnce();
  });

  it('is patient for five seconds, and for one second when the server is long away', async () => {
    FakeSocket.server = 'down';
    const channel = new Channel();
    const first = failureOf(channel);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await first).toBeInstanceOf(Disconnected);
    const second = failureOf(channel);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toBeInstanceOf(Disconnected);
  });

  it('tries at once when the browser is online again (KC-37)', async () => {
    FakeSocket.server = 'down';
    const channel = new Channel();
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = FakeSocket.all.length;
    FakeSocket.server = 'up';
    page.dispatchEvent(new Event('online'));
    await expect(channel.request('files/createFolder', folder)).resolves.toBeNull();
    expect(FakeSocket.all).toHaveLength(tries + 1);
  });

  it('gives up a link on which nothing is answered for 30 s, and makes a new one', async () => {
    const channel = new Channel();
    await channel.request('files/createFolder', folder);
    FakeSocket.server = 'silent';
    const unanswered = failureOf(channel);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await unanswered).toBeInstanceOf(Disconnected);
    FakeSocket.server = 'up';
    await vi.advanceTimersByTimeAsync(250);
    await expect(channel.request('files/createFolder', folder)).resolves.toBeNull();
  });
});
