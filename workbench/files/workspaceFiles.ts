import { Emitter, Event } from '@codingame/monaco-vscode-api/vscode/vs/base/common/event';
import type { CancellationToken } from '@codingame/monaco-vscode-api/vscode/vs/base/common/cancellation';
import type { IDisposable } from '@codingame/monaco-vscode-api/vscode/vs/base/common/lifecycle';
import type { ReadableStreamEvents } from '@codingame/monaco-vscode-api/vscode/vs/base/common/stream';
import type { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import {
  FilePermission,
  FileSystemProviderCapabilities,
  FileType,
  type IFileChange,
  type IFileDeleteOptions,
  type IFileOverwriteOptions,
  type IFileReadStreamOptions,
  type IFileSystemProvider,
  type IFileWriteOptions,
  type IStat,
  type IWatchOptions,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';
import type { Boot } from '../../server/protocol/boot.ts';
import type { ChannelRequests } from '../../server/protocol/files.ts';
import { EditorStats } from '../../server/protocol/editorStats.ts';
import type { Channel } from '../connection/channel.ts';
import { contentStream } from './contentStream.ts';
import { fromChannel, fromFetch, fromResponse, toProviderError } from './failures.ts';
import {
  addressOf,
  fileUrl,
  isInside,
  toFileUri,
  type FolderAddress,
} from '../../server/protocol/fileUrl.ts';
import { KnownVersions } from '../../server/protocol/knownVersions.ts';
import { Watches } from './watches.ts';

/** The `file:` scheme of the workbench: the opened folder on the server's machine, read and written. */
export class WorkspaceFiles implements IFileSystemProvider {
  readonly capabilities: FileSystemProviderCapabilities;
  readonly onDidChangeCapabilities = Event.None;
  readonly #changes = new Emitter<readonly IFileChange[]>();
  readonly onDidChangeFile = this.#changes.event;
  /** Changes were lost: everything below the folder may be different. */
  readonly onDidOverflow: Event<void>;
  /** The first reason why changes by other programs will go by unseen, for the user. */
  readonly unwatched: Promise<string>;
  readonly #channel: Channel;
  readonly #folder: FolderAddress;
  readonly #versions = new KnownVersions();
  readonly #watches: Watches;

  constructor(channel: Channel, boot: Boot) {
    this.#channel = channel;
    this.#folder = addressOf(boot.folder);
    this.#watches = new Watches(channel, (changes) => this.#changes.fire(changes));
    this.onDidOverflow = this.#watches.onDidOverflow;
    this.unwatched = this.#watches.unwatched;
    const caseSensitive = boot.platform === 'linux' ? FileSystemProviderCapabilities.PathCaseSensitive : 0;
    this.capabilities =
      FileSystemProviderCapabilities.FileReadWrite |
      FileSystemProviderCapabilities.FileReadStream |
      FileSystemProviderCapabilities.FileFolderCopy |
      // The server writes every file atomically; the postfix that VS Code would choose is not needed.
      FileSystemProviderCapabilities.FileAtomicWrite |
      FileSystemProviderCapabilities.FileAtomicRead |
      caseSensitive;
  }

  async stat(resource: URI): Promise<IStat> {
    const stat = await this.#request('files/stat', { uri: toFileUri(resource) }).catch((error: unknown) => {
      this.#versions.forget(resource.path);
      throw error;
    });
    this.#versions.learn(resource.path, stat.etag);
    return stats.of(stat);
  }

  async readdir(resource: URI): Promise<[string, FileType][]> {
    if (!this.#contains(resource)) throw this.#isOutside(resource);
    const entries = await this.#request('files/list', { uri: toFileUri(resource) });
    return entries.map((entry) => [entry.name, stats.typeOf(entry)]);
  }

  async readFile(resource: URI): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#get(resource)).arrayBuffer());
  }

  readFileStream(
    resource: URI,
    options: IFileReadStreamOptions,
    token: CancellationToken,
  ): ReadableStreamEvents<Uint8Array> {
    return contentStream((signal) => this.#get(resource, signal), options, token);
  }

  async writeFile(resource: URI, content: Uint8Array, options: IFileWriteOptions): Promise<void> {
    if (!this.#contains(resource)) throw this.#isOutside(resource);
    const response = await fetch(this.url(resource), {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        ...this.#versions.writeCondition(resource.path, options.overwrite),
      },
      // A copy only for the type checker's sake: VS Code never uses shared memory here.
      body: content as Uint8Array<ArrayBuffer>,
    }).catch((error: unknown) => {
      throw fromFetch(error);
    });
    if (!response.ok) throw await fromResponse(response);
    this.#versions.learn(resource.path, response.headers.get('etag') ?? undefined);
  }

  async mkdir(resource: URI): Promise<void> {
    if (!this.#contains(resource)) throw this.#isOutside(resource);
    await this.#request('files/createFolder', { uri: toFileUri(resource) });
  }

  async delete(resource: URI, options: IFileDeleteOptions): Promise<void> {
    if (!this.#contains(resource)) throw this.#isOutside(resource);
    await this.#request('files/delete', { uri: toFileUri(resource), recursive: options.recursive });
  }

  async rename(from: URI, to: URI, options: IFileOverwriteOptions): Promise<void> {
    await this.#transfer('files/rename', from, to, options);
  }

  async copy(from: URI, to: URI, options: IFileOverwriteOptions): Promise<void> {
    await this.#transfer('files/copy', from, to, options);
  }

  /** Where the page fetches the content of a file. */
  url(resource: URI): string {
    return fileUrl(resource, this.#folder);
  }

  watch(resource: URI, options: IWatchOptions): IDisposable {
    if (!this.#contains(resource)) return { dispose() {} };
    return this.#watches.add(resource, options);
  }

  /** Tells everybody that these may be different now. */
  announce(changes: readonly IFileChange[]): void {
    this.#changes.fire(changes);
  }

  async #transfer(
    method: 'files/rename' | 'files/copy',
    from: URI,
    to: URI,
    { overwrite }: IFileOverwriteOptions,
  ): Promise<void> {
    for (const resource of [from, to]) if (!this.#contains(resource)) throw this.#isOutside(resource);
    await this.#request(method, { from: toFileUri(from), to: toFileUri(to), overwrite });
  }

  async #get(resource: URI, signal?: AbortSignal): Promise<Response> {
    // Asking over the channel first keeps a file that is not there out of the browser's console.
    await this.stat(resource);
    const response = await fetch(this.url(resource), {
      cache: 'no-cache',
      signal: signal ?? null,
    }).catch((error: unknown) => {
      throw fromFetch(error);
    });
    if (!response.ok) throw await fromResponse(response);
    return response;
  }

  async #request<M extends keyof ChannelRequests>(
    method: M,
    params: ChannelRequests[M][0],
  ): Promise<ChannelRequests[M][1]> {
    return this.#channel.request(method, params).catch((error: unknown) => {
      throw fromChannel(error);
    });
  }

  #contains(resource: URI): boolean {
    return isInside(resource.path, this.#folder);
  }

  #isOutside(resource: URI): Error {
    return toProviderError({
      code: 'outside',
      message: `${resource.path} is not in the opened folder, so it cannot be changed here.`,
    });
  }
}

const stats = new EditorStats<FileType, FilePermission>(FileType, FilePermission.Readonly);
