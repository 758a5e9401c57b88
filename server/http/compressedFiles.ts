import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressors = {
  // As small as takes no longer than sending it.
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (content: Buffer) => promisify(gzip)(content),
};

export type ContentCoding = keyof typeof compressors;

/** Below this a frame of the network holds it anyway; above it nobody waits for it at a start. */
const worthwhile = { from: 1_024, to: 4 * 1024 * 1024 };
const cacheBytes = 16 * 1024 * 1024;

/** Content compressed when it is first asked for, the latest 16 MiB of it. */
export class CompressedFiles {
  /** Oldest use first. */
  readonly #bodies = new Map<string, Buffer>();
  #bytes = 0;

  /** The coding for a file of this size, by the `Accept-Encoding` of the request (RFC 9110 §12.5.3). */
  codingFor(accepted: string | undefined, size: number): ContentCoding | undefined {
    if (accepted === undefined || size < worthwhile.from || size > worthwhile.to) return undefined;
    return (['br', 'gzip'] as const).find((coding) => accepts(accepted, coding));
  }

  /** @param etag of the content as it is: two files with the same one have the same content or another path */
  async body(
    path: string,
    etag: string,
    coding: ContentCoding,
    read: () => Promise<Buffer>,
  ): Promise<Buffer> {
    const key = `${coding} ${etag} ${path}`;
    const known = this.#bodies.get(key);
    const body = known ?? (await compressors[coding](await read()));
    this.#keep(key, body);
    return body;
  }

  #keep(key: string, body: Buffer): void {
    this.#drop(key);
    this.#bodies.set(key, body);
    this.#bytes += body.length;
    for (const oldest of this.#bodies.keys()) {
      if (this.#bytes <= cacheBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#bodies.get(key)?.length ?? 0;
    this.#bodies.delete(key);
  }
}

function accepts(header: string, coding: ContentCoding): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/i.test(parameter));
  });
}
