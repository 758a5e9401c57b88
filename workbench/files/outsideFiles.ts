import {
  FilePermission,
  FileType,
  type IStat,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';
import { fromFetch, fromResponse } from './failures.ts';
import { toFileUri } from './fileUrl.ts';

/** A `stat` is followed by reading the same file at once: both are one request when they are this close. */
const freshFor = 2_000;

/** Files outside the opened folder that a language server pointed at (libraries, headers): read-only. */
export class OutsideFiles {
  readonly #fetched = new Map<string, Promise<{ bytes: ArrayBuffer; mtime: number }>>();

  async stat(path: string): Promise<IStat> {
    const { bytes, mtime } = await this.#fetch(path);
    return {
      type: FileType.File,
      size: bytes.byteLength,
      mtime,
      ctime: mtime,
      permissions: FilePermission.Readonly,
    };
  }

  async read(path: string): Promise<Response> {
    return new Response((await this.#fetch(path)).bytes);
  }

  #fetch(path: string): Promise<{ bytes: ArrayBuffer; mtime: number }> {
    const known = this.#fetched.get(path);
    if (known) return known;
    const content = request(path);
    this.#fetched.set(path, content);
    content.catch(() => undefined).then(() => setTimeout(() => this.#fetched.delete(path), freshFor));
    return content;
  }
}

async function request(path: string): Promise<{ bytes: ArrayBuffer; mtime: number }> {
  const response = await fetch(`/outside?uri=${encodeURIComponent(toFileUri(path))}`).catch(
    (error: unknown) => {
      throw fromFetch(error);
    },
  );
  if (!response.ok) throw await fromResponse(response);
  const modified = Date.parse(response.headers.get('last-modified') ?? '');
  return { bytes: await response.arrayBuffer(), mtime: Number.isNaN(modified) ? 0 : modified };
}
