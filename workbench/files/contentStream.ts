import type { CancellationToken } from '@codingame/monaco-vscode-api/vscode/vs/base/common/cancellation';
import {
  newWriteableStream,
  type ReadableStreamEvents,
  type WriteableStream,
} from '@codingame/monaco-vscode-api/vscode/vs/base/common/stream';
import {
  FileSystemProviderError,
  FileSystemProviderErrorCode,
  type IFileReadStreamOptions,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';

/** A file's content as VS Code reads it: piece by piece, and given up when the token says so. */
export function contentStream(
  open: (signal: AbortSignal) => Promise<Response>,
  options: IFileReadStreamOptions,
  token: CancellationToken,
): ReadableStreamEvents<Uint8Array> {
  const stream = newWriteableStream<Uint8Array>(concatenate);
  const abort = new AbortController();
  const subscription = token.onCancellationRequested(() => abort.abort());
  pump(open(abort.signal), options, stream)
    .catch((error: unknown) => stream.error(error instanceof Error ? error : new Error(String(error))))
    .finally(() => {
      subscription.dispose();
      stream.end();
    });
  return stream;
}

async function pump(
  opening: Promise<Response>,
  { position = 0, length = Infinity, limits }: IFileReadStreamOptions,
  stream: WriteableStream<Uint8Array>,
): Promise<void> {
  const reader = (await opening).body?.getReader();
  const end = position + length;
  let offset = 0;
  while (reader && offset < end) {
    const { done, value } = await reader.read();
    if (done) return;
    const part = value.subarray(Math.max(0, position - offset), Math.max(0, end - offset));
    offset += value.byteLength;
    if (limits?.size !== undefined && offset > limits.size) throw tooLarge();
    if (part.byteLength > 0) await stream.write(part);
  }
  await reader?.cancel();
}

function tooLarge(): Error {
  return FileSystemProviderError.create(
    'The file is too large to open.',
    FileSystemProviderErrorCode.FileTooLarge,
  );
}

function concatenate(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}
