/** The least a relay can do: it splits frames, and looks into none of them. */
import { spawn } from 'node:child_process';
import { ownGroup } from './ownGroup.ts';
import { listen } from './relayServer.ts';

const [echoServer = ''] = process.argv.slice(2);

listen((socket) => {
  const child = spawn(process.execPath, [echoServer], { ...ownGroup, stdio: ['pipe', 'pipe', 'inherit'] });
  socket.on('message', (data: Buffer) => {
    child.stdin.cork();
    child.stdin.write(`Content-Length: ${data.length}\r\n\r\n`);
    child.stdin.write(data);
    child.stdin.uncork();
  });
  socket.on('close', () => child.stdin.end());
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < needed) return;
    const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    let at = 0;
    needed = 0;
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n', at);
      if (end < 0) break;
      const length = Number(bytes.toString('latin1', at + 16, end));
      if (bytes.length < end + 4 + length) {
        needed = end + 4 + length - at;
        break;
      }
      socket.send(bytes.subarray(end + 4, end + 4 + length), { binary: false });
      at = end + 4 + length;
    }
    const rest = bytes.subarray(at);
    chunks = rest.length === 0 ? [] : [rest];
    size = rest.length;
  });
});
