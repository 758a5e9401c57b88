import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ServerWorld, write, type ChannelClient } from './serverWorld.ts';

/** A name with everything that needs care in addresses and on command lines. */
export const odd = 'a b#c%20d?é漢';

export interface FilesWorld {
  world: ServerWorld;
  channel: ChannelClient;
}

/** Before each test of a file: a folder with files, folders, and links that lead inside, outside and nowhere. */
export function filesWorld(): FilesWorld {
  const current = {} as FilesWorld;
  beforeEach(async () => {
    const files = { 'a.txt': 'one', 'sub/b.txt': 'two', [`${odd}/${odd}.txt`]: 'odd', 'empty/': '' };
    const world = await ServerWorld.start({ name: odd, files });
    write(join(world.root, 'secret.txt'), 'secret');
    symlinkSync(join(world.root, 'secret.txt'), world.path('secret-link'));
    symlinkSync(world.root, world.path('out'));
    symlinkSync('sub/b.txt', world.path('inner-link'));
    symlinkSync('nowhere', world.path('dangling'));
    Object.assign(current, { world, channel: await world.channel() });
  });
  afterEach(() => current.world[Symbol.asyncDispose]());
  return current;
}

/** Of a `FileFailure`. */
export const failureCode = (text: string) => (JSON.parse(text) as { code: string }).code;
