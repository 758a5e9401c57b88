/**
 * The language server of the benchmark: reads a request, and answers with as many bytes as it asks for. It does
 * as little as it can, for what is measured is what lies between it and the client.
 */
const big = new Map<number, Buffer>();
let buffer: Buffer = Buffer.alloc(0);

process.stdin.on('data', (chunk: Buffer) => {
  buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
  let at = 0;
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const length = Number(/Content-Length: (\d+)/.exec(buffer.toString('latin1', at, end))?.[1]);
    if (buffer.length < end + 4 + length) break;
    answer(buffer.toString('latin1', end + 4, end + 4 + Math.min(length, 400)));
    at = end + 4 + length;
  }
  buffer = buffer.subarray(at);
});
process.stdin.on('end', () => process.exit(0));

function answer(head: string): void {
  const id = /"id":(\d+)/.exec(head)?.[1];
  if (head.includes('"method":"exit"')) process.exit(0);
  if (id === undefined) return;
  const bytes = Number(/"bytes":(\d+)/.exec(head)?.[1] ?? 0);
  const start = Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`);
  const result = resultOf(bytes);
  process.stdout.cork();
  process.stdout.write(`Content-Length: ${start.length + result.length + 1}\r\n\r\n`);
  process.stdout.write(start);
  process.stdout.write(result);
  process.stdout.write('}');
  process.stdout.uncork();
}

/** A list like that of a completion, of about this size. */
function resultOf(bytes: number): Buffer {
  const known = big.get(bytes);
  if (known) return known;
  const items: string[] = [];
  for (let size = 2; size < bytes; size += items.at(-1)?.length ?? bytes) {
    const label = `item${items.length}`;
    items.push(
      `{"label":"${label}","kind":3,"detail":"function ${label}(a: string): \\"x\\"","sortText":"11","data":{"id":${items.length}}},`,
    );
  }
  const text = bytes < 1_000 ? `{"contents":"${'x'.repeat(bytes)}"}` : `[${items.join('').slice(0, -1)}]`;
  const made = Buffer.from(text);
  big.set(bytes, made);
  return made;
}
