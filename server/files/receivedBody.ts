import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileError } from './fileError.ts';

/** The largest content that is taken. */
const bodyLimit = 256 * 1024 * 1024;
/** Up to this size it waits in memory. */
const memoryLimit = 1024 * 1024;

/** A request's body, received in full: what is done with it does not depend on the sender any more. */
export class ReceivedBody implements AsyncDisposable {
  readonly #content: Buffer | string;
  readonly #folder: string | undefined;

  private constructor(content: Buffer | string, folder?: string) {
    this.#content = content;
    this.#folder = folder;
  }

  /**
   * @throws FileError when it is too large, NodeJS.ErrnoException when the temporary disk is full or the sender left
   */
  static async receive(request: IncomingMessage): Promise<ReceivedBody> {
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    if (length > bodyLimit) throw tooLarge();
    if (length <= memoryLimit) {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      return new ReceivedBody(Buffer.concat(chunks));
    }
    const folder = await mkdtemp(join(tmpdir(), 'mooring-upload-'));
    try {
      const file = join(folder, 'body');
      await pipeline(request, limited(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      return new ReceivedBody(file, folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  read(): Readable {
    return typeof this.#content === 'string'
      ? createReadStream(this.#content)
      : Readable.from([this.#content]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}

function limited(): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > bodyLimit) done(tooLarge());
      else done(null, chunk);
    },
  });
}

function tooLarge(): FileError {
  return new FileError(
    'too-large',
    `The content is larger than the ${bodyLimit / 1024 / 1024} MiB that can be saved from here.`,
  );
}
