import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Client } from './relayClient.ts';
import { ServerWorld } from './serverWorld.ts';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'mooring-data-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = (text: string): void => writeFileSync(join(dataDir, 'settings.json'), text);
const refusal = async (text: string): Promise<string> => {
  settings(text);
  try {
    await using _ = await ServerWorld.start({ dataDir });
    return 'It started.';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('settings.json in the data folder', () => {
  it('sets what a page is told of the rules for leases; a flag wins over it (KC-39)', async () => {
    settings('{ "continuity": true, "editorIdle": "90s", "maxLeases": 2 }');
    await using world = await ServerWorld.start({ dataDir, leases: { editorIdle: 30_000 } });
    const page = new Client(world.socket('/relay/lsp/json', world.bearer, ['mooring.v1']));
    await new Promise((resolve) => page.socket.once('open', resolve));
    await page.initialize();
    const { params } = await page.method('mooring/ready');
    expect(params.policy).toEqual({ continuity: true, editorIdle: 30_000 });
  });

  it('is refused in one sentence with file, line and what is meant', async () => {
    const file = join(dataDir, 'settings.json');
    expect(await refusal('{\n  "maxLeases": "many"\n}')).toBe(
      `${file}:2: maxLeases takes a whole number from 1 to 64, not "many".`,
    );
    expect(await refusal('{ "continuity": 1 }')).toBe(`${file}:1: continuity takes true or false, not 1.`);
    expect(await refusal('{\n\n"maxLease": 3 }')).toBe(
      `${file}:3: there is no setting "maxLease". There are continuity, maxLeases, detachedExpiry, editorIdle, restarts.`,
    );
    expect(await refusal('[]')).toMatch(/has to be an object/);
    expect(await refusal('{ "maxLeases": 1, }')).toMatch(/settings\.json:1:\d+ cannot be read: .+\.$/);
    expect(await refusal('')).toMatch(/it is empty/);
  });
});
