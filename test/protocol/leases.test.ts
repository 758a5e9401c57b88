import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../server/process/clock.ts';
import { ProcessMemory } from '../../server/process/processMemory.ts';
import { eventually, fixture, isAlive, RelayWorld } from './relayWorld.ts';
import { ServerWorld } from './serverWorld.ts';

const continuity = { continuity: true };
const both = [fixture('good'), fixture('spawnsChild')];

async function post(world: RelayWorld, path: string): Promise<{ status: number; body: object }> {
  const answer = await fetch(`http://${world.origin}${path}`, { method: 'POST' });
  return { status: answer.status, body: (await answer.json()) as object };
}

async function metric(world: RelayWorld, name: string): Promise<number> {
  const text = await (await fetch(`http://${world.origin}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

describe('The list of leases', () => {
  it('says of each language server how it stands, and never the id of a lease (KC-17)', async () => {
    await using world = await RelayWorld.start({ servers: both, policy: continuity });
    expect(await world.leases()).toEqual({ leases: [], limit: 8 });
    const page = await world.page('good', '?window=left');
    const { lease, key, pid } = (await page.method('mooring/ready')).params;
    page.open('file:///a.txt');
    page.open('file:///b.txt');
    void page.request('fixture/never');
    await page.hover();
    const [attached] = (await world.leases()).leases;
    expect(attached).toMatchObject({
      key,
      server: 'good',
      label: 'good',
      folder: { id: world.folderId, name: 'folder', uri: world.folderUri },
      state: 'ready',
      process: { pid },
      restarts: 0,
      link: { kind: 'attached' },
      window: 'left',
      documents: 2,
      pending: { count: 1, oldest: [{ method: 'fixture/never' }] },
    });
    await page.close(1001);
    const [detached] = (await world.leases()).leases;
    expect(detached).toMatchObject({
      link: { kind: 'detached' },
      window: 'left',
      documents: 0,
      pending: { count: 0 },
    });
    const hour = 60 * 60_000;
    const left = detached?.link.kind === 'detached' ? (detached.link.left ?? 0) : 0;
    expect(left).toBeGreaterThan(hour - 60_000);
    expect(left).toBeLessThanOrEqual(hour);
    expect(JSON.stringify([attached, detached, world.lines])).not.toContain(lease);
  });

  it.skipIf(process.platform === 'win32')(
    'counts the memory of what a server starts along with it',
    async () => {
      await using world = await RelayWorld.start({ servers: both, policy: continuity });
      await world.page('good');
      const parent = await world.page('spawnschild');
      const [, child] = await parent.result('fixture/pid');
      const sizes = (await world.leases()).leases.map((lease) => lease.process?.memory ?? 0);
      const [alone = 0, withChild = 0] = sizes;
      expect(alone).toBeGreaterThan(10 * 1024 * 1024);
      process.kill(child, 'SIGKILL');
      // The same look serves for a while.
      await eventually(() => !isAlive(child), 'the child is gone');
      const memory = new ProcessMemory(systemClock);
      const { pid } = (await parent.method('mooring/ready')).params;
      const bereft = (await memory.of([pid])).get(pid) ?? 0;
      expect(withChild - bereft).toBeGreaterThan(256 * 1024);
      expect((await memory.of([pid, 0x7fff_fff0])).size).toBe(1);
      // Where there is no /proc, ps is asked; both mean the same.
      if (existsSync('/bin/ps')) {
        const byPs = (await new ProcessMemory(systemClock, 'darwin').of([pid])).get(pid) ?? 0;
        expect(byPs / bereft).toBeGreaterThan(0.8);
        expect(byPs / bereft).toBeLessThan(1.25);
      }
      expect((await new ProcessMemory(systemClock, 'win32').of([pid])).size).toBe(0);
    },
  );

  it('tells what a server died of that nobody was there to see', async () => {
    await using world = await RelayWorld.start({ servers: both, policy: continuity });
    const page = await world.page('good');
    const { pid } = (await page.method('mooring/ready')).params;
    await page.close(1001);
    process.kill(pid, 'SIGKILL');
    await eventually(() => !isAlive(pid), 'it is gone');
    await eventually(
      () => world.lines.some(({ fields }) => 'to' in fields && fields.to === 'dormant'),
      'noticed',
    );
    const [lease] = (await world.leases()).leases;
    expect(lease).toMatchObject({ state: 'dormant', lastExit: { reason: 'killed by SIGKILL' } });
    expect(lease).not.toHaveProperty('process');
  });

  it('is let in by the gate only, as are the metrics (A-11)', async () => {
    await using world = await ServerWorld.start();
    for (const path of ['/leases', '/metrics']) {
      expect((await world.send('GET', path)).status, path).toBe(401);
      expect((await world.get(path)).status, path).toBe(200);
    }
    expect((await world.send('POST', '/leases/x/stop')).status).toBe(401);
    const foreign = { ...world.bearer, origin: 'http://evil.example' };
    expect((await world.send('POST', '/leases/x/stop', foreign)).status).toBe(403);
  });
});

describe('From the list a language server', () => {
  it('can be stopped, whoever uses it: its page is told that it was on purpose (KC-22)', async () => {
    await using world = await RelayWorld.start({ servers: both, policy: continuity });
    const [page, other] = [await world.page('good'), await world.page('good')];
    const { key, pid } = (await page.method('mooring/ready')).params;
    expect(await post(world, `/leases/${key}/stop`)).toEqual({ status: 200, body: { done: true } });
    expect(await page.closed).toBe(4010);
    expect(isAlive(pid)).toBe(false);
    expect((await world.leases()).leases.map((lease) => lease.key)).toEqual([
      (await other.method('mooring/ready')).params.key,
    ]);
    expect((await other.hover()).result).toEqual({ contents: 'hover' });
  });

  it('can be restarted: its page comes back to the same lease with another process', async () => {
    await using world = await RelayWorld.start({ servers: both, policy: continuity });
    const page = await world.page('good');
    const { lease, key, pid } = (await page.method('mooring/ready')).params;
    expect((await post(world, `/leases/${key}/restart`)).body).toEqual({ done: true });
    expect(await page.closed).toBe(4009);
    const back = await world.page('good', `?lease=${lease}`);
    const { params: ready } = await back.method('mooring/ready');
    expect(ready).toMatchObject({ lease, key, resumed: false });
    expect(ready.pid).not.toBe(pid);
    await eventually(() => !isAlive(pid), 'the process before it is gone');
    expect((await world.leases()).leases).toMatchObject([{ key, restarts: 1, state: 'ready' }]);
  });

  it('is not found by another key, nor by the id of its lease, and takes nothing else', async () => {
    await using world = await RelayWorld.start({ servers: both, policy: continuity });
    const page = await world.page('good');
    const { lease, key } = (await page.method('mooring/ready')).params;
    for (const path of ['/leases/nobody/stop', `/leases/${lease}/stop`]) {
      expect(await post(world, path)).toMatchObject({ status: 404, body: { error: 'unknown-lease' } });
    }
    expect(await post(world, `/leases/${key}/explode`)).toMatchObject({
      status: 404,
      body: { error: 'not-found' },
    });
    expect(await post(world, '/leases')).toMatchObject({ status: 405, body: { error: 'method' } });
    const get = await fetch(`http://${world.origin}/leases/${key}/stop`);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await page.hover()).result).toEqual({ contents: 'hover' });
  });

  it('is named with its window to a page that finds every place taken (KI-27, KC-08)', async () => {
    await using world = await RelayWorld.start({ servers: both, policy: { ...continuity, leases: 1 } });
    await world.page('good', '?window=left');
    const refused = await world.connect('spawnschild');
    const { params } = await refused.status('failed');
    expect(params.holders).toEqual([{ label: 'good', folder: 'folder', window: 'left' }]);
    expect(await refused.closed).toBe(4005);
  });

  it('keeps its window’s name only where that is one', async () => {
    await using world = await RelayWorld.start({ servers: both, policy: continuity });
    await world.page('good', `?window=${encodeURIComponent('<img src=x>')}`);
    await world.page('good', `?window=${'x'.repeat(65)}`);
    for (const lease of (await world.leases()).leases) expect(lease).not.toHaveProperty('window');
  });
});

describe('The metrics', () => {
  it('count leases, their ends, restarts, messages and bytes, and name nobody (KC-40)', async () => {
    await using world = await RelayWorld.start({
      servers: both,
      policy: { ...continuity, leases: 2, restartDelays: [10] },
    });
    const [stays, leaves] = [await world.page('good'), await world.page('good')];
    await leaves.close(1001);
    void stays.request('fixture/never');
    await stays.hover();
    expect(await metric(world, 'mooring_leases_attached')).toBe(1);
    expect(await metric(world, 'mooring_leases_detached')).toBe(1);
    expect(await metric(world, 'mooring_requests_pending')).toBe(1);
    await world.page('spawnschild');
    expect(await metric(world, 'mooring_leases_evicted_total')).toBe(1);
    const { lease, key, pid } = (await stays.method('mooring/ready')).params;
    process.kill(pid, 'SIGKILL');
    expect(await stays.closed).toBe(4009);
    const back = await world.page('good', `?lease=${lease}`);
    await back.method('mooring/ready');
    expect(await metric(world, 'mooring_restarts_total')).toBe(1);
    const before = await metric(world, 'mooring_message_bytes_total{direction="from_server"}');
    await back.result('fixture/repeat', { text: 'x', count: 10_000 });
    const after = await metric(world, 'mooring_message_bytes_total{direction="from_server"}');
    expect(after - before).toBeGreaterThan(10_000);
    await back.request('mooring/release', { reason: 'stop' });
    await back.closed;
    await eventually(
      () => world.lines.some(({ fields }) => 'to' in fields && fields.to === 'ended'),
      'ended',
    );
    expect(await metric(world, 'mooring_leases_ended_total{reason="stop"}')).toBe(1);
    const text = await (await fetch(`http://${world.origin}/metrics`)).text();
    expect(text).toMatch(/^# HELP mooring_messages_total /m);
    const labels = new Set([...text.matchAll(/(\w+)="/g)].map(([, name]) => name));
    expect(labels).toEqual(new Set(['direction', 'reason']));
    for (const secret of [lease, key, 'good', 'spawnschild', world.folderId])
      expect(text).not.toContain(secret);
  });

  it('has a line in the log for every step of a lease, by its key', async () => {
    await using world = await RelayWorld.start({ servers: both, policy: continuity });
    const page = await world.page('good');
    const { key } = (await page.method('mooring/ready')).params;
    await page.close(1001);
    const back = await world.page('good');
    await back.request('mooring/release', { reason: 'stop' });
    await back.closed;
    const steps = world.lines.flatMap(({ fields, message }) =>
      'lease' in fields && fields.lease === key ? ['to' in fields ? fields.to : message] : [],
    );
    expect(steps).toEqual([
      'Page attached',
      'initializing',
      'ready',
      'Page detached',
      'Page attached',
      'ending',
      'ended',
    ]);
  });
});
