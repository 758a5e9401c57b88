import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFileLock } from '../../scripts/setup/fileLock.mjs';

describe('a lock that is a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'));
    file = join(folder, 'deep/lock');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('lets one work at a time, tells who waits for whom, and is given back after a failure too', async () => {
    const steps: string[] = [];
    const holders: number[] = [];
    const work = (name: string) =>
      withFileLock(
        file,
        async () => {
          steps.push(`${name} begins`);
          await new Promise((resolve) => setImmediate(resolve));
          steps.push(`${name} ends`);
          if (name === 'bad') throw new Error('bad');
        },
        (pid) => holders.push(pid),
      );
    const [bad, good] = await Promise.allSettled([work('bad'), work('good')]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
    expect(steps).toEqual(['bad begins', 'bad ends', 'good begins', 'good ends']);
    expect(holders).toEqual([process.pid]);
    expect(existsSync(file)).toBe(false);
  });

  it('of a process that is gone is nobody’s', async () => {
    await withFileLock(file, () => Promise.resolve());
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(file, String(pid));
    expect(await withFileLock(file, () => Promise.resolve('done'))).toBe('done');
  });
});
