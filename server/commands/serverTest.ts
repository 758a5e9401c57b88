/** The test that a new language comes with; it needs nothing but Node. */
export const serverTest = `import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const { contributes } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const [language] = contributes.languages;
const [descriptor] = contributes.languageServers;
const example = join(folder, \`example\${language.extensions[0]}\`);

test('the language server starts, takes the example, and stops', { timeout: 60_000 }, async (context) => {
  const [{ path, module }] = descriptor.command;
  const server = module
    ? spawn(process.execPath, [join(folder, module), ...descriptor.args])
    : spawn(path, descriptor.args);
  const started = await new Promise((resolve) => {
    server.once('spawn', () => resolve(true));
    server.once('error', () => resolve(false));
  });
  if (!started) return context.skip(\`\${path} is not on PATH. \${descriptor.guidance}\`);
  const exited = new Promise((resolve) => server.once('exit', resolve));
  const { request, notify } = connect(server);

  const uri = pathToFileURL(example).href;
  const rootUri = pathToFileURL(folder).href;
  const { capabilities } = await request('initialize', { processId: process.pid, rootUri, capabilities: {} });
  assert.ok(capabilities, 'initialize is answered with capabilities');
  notify('initialized', {});
  const text = readFileSync(example, 'utf8');
  notify('textDocument/didOpen', { textDocument: { uri, languageId: language.id, version: 1, text } });
  if (capabilities.hoverProvider) {
    await request('textDocument/hover', { textDocument: { uri }, position: { line: 1, character: 0 } });
  }
  await request('shutdown');
  notify('exit');
  await exited;
});

/** JSON-RPC as LSP frames it: a header with the length in bytes, then the message. */
function connect({ stdin, stdout }) {
  const waiting = new Map();
  let rest = Buffer.alloc(0);
  stdout.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf('\\r\\n\\r\\n');
      const length = Number(/content-length: *(\\d+)/i.exec(rest.subarray(0, Math.max(end, 0)))?.[1]);
      if (end < 0 || rest.length < end + 4 + length) return;
      const message = JSON.parse(rest.subarray(end + 4, end + 4 + length));
      rest = rest.subarray(end + 4 + length);
      // Requests of the server want an answer too.
      if (message.method !== undefined && message.id !== undefined) send({ id: message.id, result: null });
      else if (message.error) waiting.get(message.id)?.reject(new Error(message.error.message));
      else waiting.get(message.id)?.resolve(message.result);
    }
  });
  const send = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    stdin.write(\`Content-Length: \${body.length}\\r\\n\\r\\n\`);
    stdin.write(body);
  };
  let id = 0;
  return {
    notify: (method, params) => send({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        waiting.set(++id, { resolve, reject });
        send({ id, method, params });
      }),
  };
}
`;
