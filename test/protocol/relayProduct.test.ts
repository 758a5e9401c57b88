import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startServer } from '../../server/server.ts';
import { Client } from './relayClient.ts';
import { eventually, isAlive } from './relayWorld.ts';

describe('The server as it is shipped', () => {
  it(
    'relays to the language servers of its own extensions, and ends them when it stops (A-13, A-40)',
    { timeout: 60_000 },
    async () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-product-')));
      writeFileSync(join(root, 'tsconfig.json'), '{}');
      writeFileSync(join(root, 'a.ts'), 'export const answer = 42;\nanswer;\n');
      const uri = pathToFileURL(join(root, 'a.ts')).href;
      const server = await startServer({
        folder: root,
        port: 0,
        dataDir: join(root, '.data'),
        logLevel: 'silent',
      });
      const headers = { authorization: `Bearer ${server.token}` };
      const address = `ws://127.0.0.1:${server.port}/relay/lsp/typescript7`;
      const socket = new WebSocket(address, ['mooring.v1'], { headers });
      await once(socket, 'open');
      const page = new Client(socket);
      page.answerRequests();
      await page.initialize();
      const { pid } = (await page.method('mooring/ready')).params;
      const text = 'export const answer = 42;\nanswer;\n';
      page.notify('textDocument/didOpen', {
        textDocument: { uri, languageId: 'typescript', version: 1, text },
      });
      const position = { line: 1, character: 2 };
      const hover = await page.result('textDocument/hover', { textDocument: { uri }, position });
      expect(JSON.stringify(hover)).toMatch(/const answer: 42/);
      const size = 17 * 1024 * 1024;
      const tooLarge = await page.request('textDocument/hover', { text: 'x'.repeat(size) });
      expect(tooLarge.error?.message).toMatch(/up to 16 MiB/);
      await server.stop();
      expect(await page.closed).toBe(1001);
      await eventually(() => !isAlive(pid), 'the language server has ended');
      rmSync(root, { recursive: true });
    },
  );
});
