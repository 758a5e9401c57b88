import { describe, expect, it } from 'vitest';
import { eventually, isAlive, worldWith, expectServed } from './relayWorld.ts';

describe('A language server that frames its messages badly', () => {
  it.each(['tornFrames', 'cutCodePoint'])(
    'is understood when it writes as %s does (A-03, T001)',
    async (name) => {
      const { world, other } = await worldWith(name);
      await using _ = world;
      const page = await world.page(name.toLowerCase());
      for (let round = 0; round < 4; round++) {
        expect((await page.hover()).result).toEqual({ contents: 'é😀漢' });
      }
      await expectServed(other);
    },
  );

  it('is understood when it merges messages (A-04)', async () => {
    const { world, other } = await worldWith('mergedFrames');
    await using _ = world;
    const page = await world.page('mergedframes');
    const answers = await Promise.all([page.hover(), page.hover(), page.hover()]);
    expect(new Set(answers.map(({ result }) => result.contents)).size).toBe(3);
    await page.method('fixture/merged');
    await expectServed(other);
  });

  it('is understood whatever its headers look like (A-05, A-06, T004, T005)', async () => {
    const { world, other } = await worldWith('headers');
    await using _ = world;
    const page = await world.page('headers');
    for (let round = 0; round < 14; round++)
      expect((await page.hover()).result).toEqual({ contents: 'hover' });
    await expectServed(other);
  });

  it('is understood though it prints to stdout, and the log says that it does (A-10)', async () => {
    const { world, other } = await worldWith('noise');
    await using _ = world;
    const page = await world.page('noise');
    for (let round = 0; round < 4; round++)
      expect((await page.hover()).result).toEqual({ contents: 'hover' });
    const noise = world.lines.find(({ message }) => message.includes('writes to stdout'));
    expect(noise).toMatchObject({ level: 'warn', fields: { stdout: 'Downloading compiler 0.8.16' } });
    await expectServed(other);
  });

  it('goes on after a body that is no JSON (A-07)', async () => {
    const { world, other } = await worldWith('notJson');
    await using _ = world;
    const page = await world.page('notjson');
    expect((await page.hover()).result).toEqual({ contents: 'hover' });
    await expectServed(other);
  });

  it.each(['wrongLength', 'endlessHeader'])(
    'is restarted once when it counts as %s does, and says why (T002, A-08)',
    async (name) => {
      const { world, other } = await worldWith(name);
      await using _ = world;
      const page = await world.page(name.toLowerCase());
      const { params: ready } = await page.method('mooring/ready');
      void page.hover();
      const { params } = await page.status('restarting');
      expect(params.reason).toMatch(
        name === 'wrongLength'
          ? /^protocol error: a wrong Content-Length near ".*hover/
          : /header without an end/,
      );
      expect(params).toMatchObject({ attempt: 1, of: 5 });
      expect(await page.closed).toBe(4009);
      const again = await world.page(name.toLowerCase(), `?lease=${ready.lease}`);
      expect((await again.hover()).result).toEqual({ contents: 'hover' });
      expect((await again.method('mooring/ready')).params.lease).toBe(ready.lease);
      await eventually(() => !isAlive(ready.pid), 'the broken process has ended');
      await expectServed(other);
    },
  );

  it.each([false, true])(
    'fails one request with a size error when an answer is too large (T007; id after it: %s)',
    async (late) => {
      const { world, other } = await worldWith('oversized');
      await using _ = world;
      const page = await world.page('oversized');
      const { error } = await page.request('textDocument/hover', { late });
      expect(error?.message).toMatch(
        /textDocument\/hover has 20\.0 MiB; Mooring passes messages of up to 16 MiB/,
      );
      expect((await page.request('fixture/else')).result).toBeNull();
      await expectServed(other);
    },
  );
});
