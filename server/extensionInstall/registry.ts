import { createWriteStream } from 'node:fs';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import type { RegistryExtension } from '../protocol/extensionInstall.ts';
import { packedLimits } from '../catalog/packed/packedLimits.ts';
import { InstallError, sentenceOf } from './installError.ts';

/** What is used of Open VSX's answers: see its `/swagger-ui`, "Registry API". */
const entrySchema = z.object({
  namespace: z.string(),
  name: z.string(),
  version: z.string(),
  displayName: z.string().nullish(),
  description: z.string().nullish(),
});
const searchSchema = z.object({ extensions: z.array(entrySchema) });
const detailsSchema = z.object({ files: z.object({ download: z.string() }) });

const answerTime = 20_000;
const downloadTime = 300_000;
const answerBytes = 8 * 1024 * 1024;
const shown = 50;

/** A registry of extensions with the interface of Open VSX. */
export class Registry {
  readonly #address: string;

  /** @param address such as `https://registry.example.com` */
  constructor(address: string) {
    this.#address = address.replace(/\/+$/, '');
  }

  /** @throws InstallError with a sentence for the user */
  async search(query: string, signal: AbortSignal): Promise<readonly RegistryExtension[]> {
    const parameters = new URLSearchParams({ query, size: String(shown) });
    const { extensions } = await this.#ask(`/api/-/search?${parameters}`, searchSchema, signal);
    return extensions.map(({ namespace, name, version, displayName, description }) => ({
      id: `${namespace}.${name}`,
      title: displayName ?? name,
      version,
      description: description ?? '',
    }));
  }

  /** Fetches the newest version's archive. @throws InstallError with a sentence for the user */
  async download(
    id: string,
    file: string,
    signal: AbortSignal,
    progress: (bytes: number) => void,
  ): Promise<void> {
    const [namespace = '', name = ''] = id.split(/\.(.*)/s);
    const details = `/api/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
    const { files } = await this.#ask(details, detailsSchema, signal);
    const address = new URL(files.download, this.#address);
    if (!/^https?:$/.test(address.protocol))
      throw new InstallError(`The registry offers ${id} at ${address.protocol}, which is not taken.`);
    const response = await this.#get(address, AbortSignal.any([signal, AbortSignal.timeout(downloadTime)]));
    await this.#whole(
      pipeline(
        bodyOf(response),
        bounded(packedLimits.archiveBytes, progress),
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
        { signal },
      ),
    );
  }

  async #ask<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const response = await this.#get(
      new URL(`${this.#address}${path}`),
      AbortSignal.any([signal, AbortSignal.timeout(answerTime)]),
    );
    const chunks: Buffer[] = [];
    const kept = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    await this.#whole(pipeline(bodyOf(response), bounded(answerBytes), kept));
    let json: unknown;
    try {
      json = JSON.parse(Buffer.concat(chunks).toString());
    } catch (error) {
      throw new InstallError(`The registry ${this.#address} answered with something that is no JSON.`, {
        cause: error,
      });
    }
    const checked = schema.safeParse(json);
    if (!checked.success)
      throw new InstallError(`The registry ${this.#address} does not answer as Open VSX does.`);
    return checked.data;
  }

  /** Waits for the rest of an answer. @throws InstallError with a sentence for the user */
  async #whole(received: Promise<void>): Promise<void> {
    try {
      await received;
    } catch (error) {
      if (error instanceof InstallError) throw error;
      throw new InstallError(`The registry ${this.#address} broke off its answer: ${sentenceOf(error)}`, {
        cause: error,
      });
    }
  }

  async #get(address: URL, signal: AbortSignal): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(address, { signal, headers: { accept: '*/*' } });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new InstallError(`The registry ${this.#address} cannot be reached: ${sentenceOf(cause)}`, {
        cause: error,
      });
    }
    if (response.status === 404)
      throw new InstallError(`The registry ${this.#address} has no such extension.`);
    if (!response.ok)
      throw new InstallError(`The registry ${this.#address} answered with ${response.status}.`);
    return response;
  }
}

function bodyOf({ body }: Response): Readable {
  // The same thing under two names: that of the browser's types and that of Node's.
  return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
}

function bounded(limit: number, progress: (bytes: number) => void = () => {}): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      progress(bytes);
      if (bytes > limit)
        done(
          new InstallError(`The registry sends more than ${limit / 1024 / 1024} MiB, which is not taken.`),
        );
      else done(null, chunk);
    },
  });
}
