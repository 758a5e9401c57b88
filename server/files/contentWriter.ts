import { createWriteStream, type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import writeFileAtomic from 'write-file-atomic';
import { name, targetOf, type Place } from './containment.ts';
import { etagOf } from './etag.ts';
import { FileError, toFileError } from './fileError.ts';
import { isReadOnly } from './fileStat.ts';
import type { OwnWrites } from './ownWrites.ts';
import type { PathLocks } from './pathLocks.ts';
import { ReceivedBody } from './receivedBody.ts';
import { isErrno } from '../thrown.ts';

export interface Written {
  readonly etag: string;
  readonly isNew: boolean;
}

/** Writes content so that nobody ever reads half of it, and only over the version that the writer knew. */
export class ContentWriter {
  readonly #locks: PathLocks;
  readonly #ownWrites: OwnWrites;

  constructor(locks: PathLocks, ownWrites: OwnWrites) {
    this.#locks = locks;
    this.#ownWrites = ownWrites;
  }

  /**
   * Links inside the folder are written through; mode and owner stay.
   *
   * @throws FileError; with `conflict` and `exists` it has the present version's tag
   */
  async write(place: Place, request: IncomingMessage): Promise<Written> {
    try {
      const path = await targetOf(place);
      await using body = await ReceivedBody.receive(request);
      return await this.#locks.run([path], async () => {
        const present = await presentStats(path);
        await this.#check(place, path, present, request.headers);
        await this.#replace(path, body, present !== undefined);
        return { etag: etagOf(await stat(path, { bigint: true })), isNew: present === undefined };
      });
    } catch (error) {
      throw toFileError(error, name(place));
    }
  }

  async #check(
    place: Place,
    path: string,
    present: BigIntStats | undefined,
    headers: IncomingHttpHeaders,
  ): Promise<void> {
    const who = name(place);
    if (present?.isDirectory())
      throw new FileError('is-a-folder', `${who} is a folder, which has no content.`);
    if (present && !present.isFile())
      throw new FileError('io', `${who} is no regular file, so it is not written.`);
    const etag = present && etagOf(present);
    if (headers['if-none-match'] === '*' && present) {
      throw new FileError('exists', `${who} exists already.`, { etag });
    }
    const expected = headers['if-match'];
    if (expected !== undefined && !isMatch(expected, etag)) {
      const what = present ? 'has changed on disk since it was read' : 'has been deleted since it was read';
      throw new FileError('conflict', `${who} ${what}. Compare, or save it all the same.`, { etag });
    }
    if (present && (await isReadOnly(path, present.mode))) {
      throw new FileError(
        'read-only',
        `${who} is read-only. Change its permissions, or save it under another name.`,
      );
    }
  }

  async #replace(path: string, body: ReceivedBody, isReplacement: boolean): Promise<void> {
    using own = this.#ownWrites.begin(path, isReplacement);
    // write-file-atomic takes no stream. It fills its temporary file only after this callback, and writes nothing
    // when its own content is empty, so what is streamed in here is what takes the file's place.
    await writeFileAtomic(path, '', {
      tmpfileCreated: async (temporary: string) => {
        own.uses(temporary);
        await pipeline(body.read(), createWriteStream(temporary));
      },
    });
  }
}

/** RFC 9110 §13.1.1: a strong comparison. */
function isMatch(header: string, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim()));
}

async function presentStats(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}
