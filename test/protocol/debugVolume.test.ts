import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adapter, DebugWorld, portAdapter } from './debugWorld.ts';
import { eventually } from './relayWorld.ts';

const mebibyte = 1024 * 1024;

describe('However much is said,', () => {
  it.each(['stdio', 'port'])(
    '50 MB of output over %s are capped, with notes, and an evaluate in the middle of it is answered (T078)',
    async (transport) => {
      const descriptor = transport === 'port' ? portAdapter('floods') : adapter('floods');
      await using world = await DebugWorld.start({ adapters: [descriptor] });
      const client = await world.session('floods');
      const flooded = client.request('fixture/flood', { mebibytes: 50 });
      expect((await client.request('evaluate', { expression: '1' })).success).toBe(true);
      expect((await flooded).success).toBe(true);
      const notes = client.output('console').matchAll(/^\(([\d,]+) characters of output left out/gm);
      const skipped = [...notes].reduce((sum, [, count]) => sum + Number(count?.replaceAll(',', '')), 0);
      const shown = client.output('stdout');
      expect(skipped + shown.length).toBe(50 * mebibyte);
      expect(shown.length).toBeLessThan(3 * mebibyte);
      expect(shown).toMatch(/x\n$/);
    },
  );

  it('a page that does not read holds the adapter back, and others are served (T078)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('floods'), adapter('good')] });
    const client = await world.session('floods');
    client.socket.pause();
    const wave = { mebibytes: 50, event: 'fixture/wave' };
    client.send({ type: 'request', command: 'fixture/flood', arguments: wave });
    const other = await world.session('good');
    expect((await other.result('evaluate', { expression: 'on' })).result).toBe('on');
    expect(existsSync(world.path('flooded'))).toBe(false);
    client.socket.resume();
    await eventually(() => existsSync(world.path('flooded')), 'the flood is through', 30_000);
    await client.until(({ command }) => command === 'fixture/flood');
    const waves = client.messages.filter(({ event }) => event === wave.event);
    expect(waves.map(({ body }) => body.output).join('')).toHaveLength(50 * mebibyte);
  });

  it('an evaluate of 5 MB comes whole', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('big')] });
    const client = await world.session('big');
    const { result } = await client.result('evaluate', { expression: String(5 * mebibyte) });
    expect(result).toBe('é'.repeat((5 * mebibyte) / 2));
  });

  it('an array of 200 000 elements comes in pages, and whole where somebody wants that (T080)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('big')] });
    const client = await world.session('big');
    const page = await client.result('variables', { variablesReference: 1, start: 199_900, count: 100 });
    expect(page.variables).toHaveLength(100);
    expect(page.variables[99].name).toBe('[199999]');
    const all = await client.result('variables', { variablesReference: 1 });
    expect(all.variables).toHaveLength(200_000);
  });

  it('what is too long is refused by itself, in both directions', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('big')] });
    const client = await world.session('big');
    const answer = await client.request('evaluate', { expression: String(17 * mebibyte) });
    expect(answer.message).toMatch(
      /^A message of big has 17\.0 MiB; Mooring passes messages of up to 16 MiB\.$/,
    );
    const asked = await client.request('evaluate', { expression: 'x'.repeat(17 * mebibyte) });
    expect(asked.message).toMatch(/^This request has 17\.0 MiB/);
    expect((await client.result('evaluate', { expression: '2' })).result).toBe('é');
  });

  it('backslashes, quotes, control characters and line separators pass as they are', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good')] });
    const client = await world.session('good');
    const expression = 'C:\\new\\"table"\u0000\u001b[31m\u2028 \ud83d\ude80 \\u0041 \'`${x}`\r\n\t';
    expect((await client.result('evaluate', { expression })).result).toBe(expression);
    // Not only the value: the text is not written anew on the way.
    const spelled =
      '{"seq": 77,\n "type":"request","command":"evaluate", "arguments":{"expression":"\\u0041\\/é"}}';
    client.socket.send(spelled);
    const { body } = await client.until(({ request_seq }) => request_seq === 77);
    expect(body.result).toBe('A/é');
  });
});
