import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileChange } from '../../server/protocol/files.ts';
import { until } from '../harness/until.ts';
import { ServerWorld, write, type ChannelClient } from './serverWorld.ts';

let world: ServerWorld;
let channel: ChannelClient;

beforeEach(async () => {
  world = await ServerWorld.start({
    name: 'a b#c%20d?é漢',
    files: { 'src/a.ts': '1', 'src/deep/er/b.ts': '1', 'node_modules/x/index.js': '1', 'top.txt': '1' },
  });
  channel = await world.channel();
});
afterEach(() => world[Symbol.asyncDispose]());

const watch = (uri = world.uri(), { recursive = true, excludes = [] as string[] } = {}) =>
  channel.request('files/watch', { uri, recursive, excludes });

function changes(watch?: number): FileChange[] {
  const batches = channel.of('files/changes').filter((batch) => watch === undefined || batch.watch === watch);
  return batches.flatMap((batch) => batch.changes);
}

const sees = (kind: FileChange['kind'], ...names: string[]) =>
  until(
    `${kind} ${names.join('/')} is reported`,
    () => changes().some((change) => change.kind === kind && change.uri === world.uri(...names)),
    { seconds: 5, everyMilliseconds: 10 },
  );

describe('a watched folder', () => {
  it('tells what others create, change, rename and delete (T048)', async () => {
    await watch();
    write(world.path('src', 'neu # 1.ts'));
    await sees('created', 'src', 'neu # 1.ts');
    write(world.path('src', 'a.ts'), '2');
    await sees('changed', 'src', 'a.ts');
    renameSync(world.path('src', 'a.ts'), world.path('src', 'b.ts'));
    await sees('deleted', 'src', 'a.ts');
    await sees('created', 'src', 'b.ts');
    rmSync(world.path('src', 'b.ts'));
    await sees('deleted', 'src', 'b.ts');
  });

  it('tells of a save through this server as one change, and nothing of how it was made', async () => {
    await watch();
    await watch(world.uri('src'), { recursive: false });
    for (let n = 0; n < 5; n++) await world.put(world.contentPath('src', 'a.ts'), `saved ${n}`);
    await sees('changed', 'src', 'a.ts');
    write(world.path('end'));
    await sees('created', 'end');
    const told = changes().map(
      ({ uri, kind }) => `${kind} ${decodeURIComponent(uri.slice(world.uri().length))}`,
    );
    expect(new Set(told)).toEqual(new Set(['changed /src/a.ts', 'created /end']));
  });

  it('knows what is in a folder that was moved in or renamed', async () => {
    await watch();
    mkdirSync(join(world.root, 'elsewhere/one/two'), { recursive: true });
    writeFileSync(join(world.root, 'elsewhere/one/two/f'), '');
    renameSync(join(world.root, 'elsewhere'), world.path('moved'));
    await sees('created', 'moved', 'one', 'two', 'f');
    write(world.path('moved', 'one', 'two', 'g'));
    await sees('created', 'moved', 'one', 'two', 'g');
    renameSync(world.path('src'), world.path('lib'));
    await sees('created', 'lib', 'deep', 'er', 'b.ts');
    write(world.path('lib', 'deep', 'er', 'b.ts'), 'changed');
    await sees('changed', 'lib', 'deep', 'er', 'b.ts');
    const made = Array.from({ length: 20 }, (_, n) => `t${n}`);
    for (const name of made) mkdirSync(world.path(name, '1/2/3/4/5'), { recursive: true });
    for (const name of made) write(world.path(name, '1/2/3/4/5/f'), '');
    for (const name of made) await sees('created', name, '1', '2', '3', '4', '5', 'f');
  });

  it('tells of a checkout that touches 500 files in few batches (T069)', async () => {
    const git = (...args: string[]) =>
      execFileSync(
        'git',
        ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main', ...args],
        { cwd: world.folder, stdio: 'ignore' },
      );
    const fill = (text: string) => {
      for (let n = 0; n < 500; n++) write(world.path('lots', `d${n % 25}`, `f${n}.ts`), text + n);
    };
    fill('old');
    git('init');
    git('add', '.');
    git('commit', '-m', 'old');
    git('checkout', '-b', 'new');
    fill('new');
    for (let n = 0; n < 25; n++) write(world.path('more', `d${n}`, 'f.ts'), 'x');
    git('add', '.');
    git('commit', '-m', 'new');
    git('checkout', 'main');
    await watch(world.uri(), { excludes: ['**/.git/objects/**', '**/.git/**'] });
    git('checkout', 'new');
    const seen = () => new Set(changes().map(({ uri }) => uri));
    const wanted = [
      ...Array.from({ length: 500 }, (_, n) => world.uri('lots', `d${n % 25}`, `f${n}.ts`)),
      ...Array.from({ length: 25 }, (_, n) => world.uri('more', `d${n}`, 'f.ts')),
    ];
    await until('all files are reported', () => wanted.every((uri) => seen().has(uri)), { seconds: 5 });
    expect(channel.of('files/changes').length).toBeLessThan(30);
    expect([...seen()].filter((uri) => uri.includes('/.git'))).toEqual([]);
  });

  it('leaves out what is excluded, and only for the watch that excludes it', async () => {
    const { watch: quiet } = await watch(world.uri(), {
      excludes: ['**/node_modules', 'src/deep/**', '[[:odd:]]'],
    });
    const { watch: all } = await watch();
    write(world.path('node_modules', 'x', 'y'));
    write(world.path('src', 'deep', 'z'));
    write(world.path('end'));
    await until('both watches are told of the end', () =>
      [quiet, all].every((id) => changes(id).some(({ uri }) => uri === world.uri('end'))),
    );
    expect(changes(quiet).map(({ uri }) => uri)).toEqual([world.uri('end')]);
    expect(changes(all).map(({ uri }) => uri)).toContain(world.uri('node_modules', 'x', 'y'));
  });

  it('tells of its own end and return', async () => {
    await watch();
    renameSync(world.folder, `${world.folder}.away`);
    await sees('deleted');
    renameSync(`${world.folder}.away`, world.folder);
    await sees('created');
    await until('everything may have changed', () => channel.of('files/overflow').length > 0);
    write(world.path('src', 'again'));
    await sees('created', 'src', 'again');
  });

  it('goes on after a folder that was deleted and put back at once', async () => {
    write(world.path('before'));
    await watch();
    rmSync(world.folder, { recursive: true });
    mkdirSync(world.folder);
    await until('everything may have changed', () => channel.of('files/overflow').length > 0);
    write(world.path('after'));
    await sees('created', 'after');
  });

  it('says that anything may have changed when too much does', async () => {
    await watch();
    mkdirSync(join(world.root, 'huge'));
    for (let n = 0; n < 10_001; n++) writeFileSync(join(world.root, 'huge', String(n)), '');
    renameSync(join(world.root, 'huge'), world.path('huge'));
    await until('everything may have changed', () => channel.of('files/overflow').length > 0);
    write(world.path('huge', 'next'));
    await sees('created', 'huge', 'next');
  });

  it('is told to a page until it stops watching, and to the others after', async () => {
    const { watch: id } = await watch();
    const other = await world.channel();
    await other.request('files/watch', { uri: world.uri(), recursive: true, excludes: [] });
    await channel.request('files/unwatch', { watch: id });
    write(world.path('x'));
    await until('the other page is told', () => other.of('files/changes').length > 0);
    expect(changes()).toEqual([]);
    other.socket.close();
  });
});

describe('a single watched entry', () => {
  it('tells of a file over an atomic replacement, and of nothing beside it', async () => {
    await watch(world.uri('top.txt'), { recursive: false });
    write(world.path('top.txt'), '2');
    await sees('changed', 'top.txt');
    write(world.path('other.txt'), '2');
    renameSync(world.path('other.txt'), world.path('top.txt'));
    await sees('created', 'top.txt');
    rmSync(world.path('top.txt'));
    await sees('deleted', 'top.txt');
    expect(new Set(changes().map(({ uri }) => uri))).toEqual(new Set([world.uri('top.txt')]));
  });

  it("tells of a folder's own entries, not of those below", async () => {
    await watch(world.uri('src'), { recursive: false });
    write(world.path('src', 'deep', 'x'));
    write(world.path('src', 'y'));
    await sees('created', 'src', 'y');
    expect(changes().map(({ uri }) => uri)).not.toContain(world.uri('src', 'deep', 'x'));
  });

  it('must be there, and in the folder', async () => {
    symlinkSync(world.root, world.path('out'));
    expect(
      await channel.failure('files/watch', { uri: world.uri('nope'), recursive: true, excludes: [] }),
    ).toBe('not-found');
    expect(
      await channel.failure('files/watch', { uri: world.uri('out'), recursive: true, excludes: [] }),
    ).toBe('outside');
    expect(await channel.failure('files/watch', { uri: 'file:///etc', recursive: true, excludes: [] })).toBe(
      'outside',
    );
  });
});
