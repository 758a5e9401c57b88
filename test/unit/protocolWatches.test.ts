import { describe, expect, it } from 'vitest';
import { KeptWatches } from '../../server/protocol/keptWatches.ts';
import { settle } from '../fixtures/testClock.ts';

/** A server that counts its watches, or refuses them. */
class Server {
  readonly asked: string[] = [];
  refusal: Error | undefined;
  #count = 0;

  readonly ask = async (method: string, params: object): Promise<never> => {
    this.asked.push(`${method} ${JSON.stringify(params)}`);
    if (this.refusal) throw this.refusal;
    // Its type is that of either answer; which one it is goes by the method.
    return (method === 'files/watch' ? { watch: ++this.#count } : null) as never;
  };
}

const params = { uri: 'file:///a', recursive: true, excludes: [] };

describe('What a page watches', () => {
  it('is known by the server’s number until it ends', async () => {
    const server = new Server();
    const watches = new KeptWatches<string>(server.ask);
    let begun = 0;
    const end = watches.add('a', params, () => begun++);
    expect(watches.of(1)).toBeUndefined();
    await settle();
    expect([watches.of(1), watches.all(), begun]).toEqual(['a', ['a'], 1]);
    end();
    expect([watches.of(1), watches.all()]).toEqual([undefined, []]);
    expect(server.asked.at(-1)).toBe('files/unwatch {"watch":1}');
  });

  it('is watched again after each reconnection, under another number', async () => {
    const server = new Server();
    const watches = new KeptWatches<string>(server.ask);
    watches.add('a', params);
    await settle();
    await watches.resume();
    expect([watches.of(1), watches.of(2)]).toEqual([undefined, 'a']);
  });

  it('that ends before the server has answered is taken back', async () => {
    const server = new Server();
    const watches = new KeptWatches<string>(server.ask);
    watches.add('a', params)();
    await settle();
    expect(server.asked.at(-1)).toBe('files/unwatch {"watch":1}');
  });

  it('that cannot be watched is told of, and tried again with the next connection', async () => {
    const server = new Server();
    const failures: unknown[] = [];
    const watches = new KeptWatches<string>(server.ask, (error) => failures.push(error));
    server.refusal = new Error('no more watches');
    watches.add('a', params);
    await settle();
    expect(failures).toEqual([server.refusal]);
    server.refusal = undefined;
    await watches.resume();
    expect(watches.of(1)).toBe('a');
  });
});
