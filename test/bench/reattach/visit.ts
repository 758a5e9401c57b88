import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import type { MooringServer } from '../../harness/mooringServer.ts';
import { Client } from '../../protocol/relayClient.ts';
import type { BenchProject } from './projects.ts';

/** Milliseconds from the first byte that a page sends. */
export interface Visit {
  readonly toReady: number;
  readonly toProblem: number;
  readonly resumed: boolean;
  readonly lease: string;
  /** Leaves it as a page that is reloaded does. */
  leave(): Promise<void>;
  /** Ends the language server. */
  stop(): Promise<void>;
}

const patience = 120_000;

const capabilities = {
  workspace: { configuration: true, diagnostics: { refreshSupport: true } },
  window: { workDoneProgress: true },
  textDocument: {
    publishDiagnostics: { versionSupport: true },
    diagnostic: { dynamicRegistration: false },
    synchronization: { didSave: true },
  },
};

/** What a page does until it shows the first problem of a file, without the page. */
export async function visit(
  server: MooringServer,
  folder: string,
  project: BenchProject,
  lease?: string,
): Promise<Visit> {
  const query = lease === undefined ? '' : `?lease=${lease}`;
  const url = `${server.address.replace(/^http/, 'ws')}/relay/lsp/${project.server}${query}`;
  const begun = performance.now();
  const socket = new WebSocket(url, ['mooring.v1'], { headers: { authorization: `Bearer ${server.token}` } });
  const client = new Client(socket);
  client.answerRequests();
  await once(socket, 'open');
  const { result } = await client.initialize({ capabilities });
  const { params: ready } = await client.method('mooring/ready');
  const toReady = performance.now() - begun;
  const file = join(folder, project.opened);
  const uri = pathToFileURL(file).href;
  const text = readFileSync(file, 'utf8');
  client.notify('textDocument/didOpen', {
    textDocument: { uri, languageId: project.languageId, version: 1, text },
  });
  if (ready.resumed) await client.result('mooring/synced');
  const isPulled = Boolean(result.capabilities.diagnosticProvider);
  const shown = await Promise.race([
    firstProblem(client, uri, isPulled),
    setTimeout(patience, 'late', { ref: false }),
  ]);
  if (shown === 'late') throw new Error(`${project.name} showed no problem within ${patience / 1000} s.`);
  return {
    toReady,
    toProblem: performance.now() - begun,
    resumed: ready.resumed,
    lease: ready.lease,
    leave: () => client.close(1001),
    stop: async () => {
      await client.request('mooring/release', { reason: 'stop' });
      await client.closed;
    },
  };
}

async function firstProblem(client: Client, uri: string, isPulled: boolean): Promise<void> {
  const published = client.until(
    ({ method, params }) =>
      method === 'textDocument/publishDiagnostics' && params.uri === uri && params.diagnostics.length > 0,
  );
  if (!isPulled) return void (await published);
  const pulled = async (): Promise<void> => {
    for (;;) {
      const { result } = await client.request('textDocument/diagnostic', { textDocument: { uri } });
      if (result?.items?.length > 0) return;
      // It has not loaded the project yet, and asks to be asked again.
      await client.until(
        ({ method }) => method === 'workspace/diagnostic/refresh' || method === '$/progress',
        client.messages.length,
      );
    }
  };
  await Promise.race([published, pulled()]);
}
