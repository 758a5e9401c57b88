import {
  Disposable,
  EventEmitter,
  FilePermission,
  FileType,
  type Event,
  type FileChangeEvent,
  type FileStat as EditorFileStat,
  type FileSystemProvider,
  workspace,
  type Uri,
} from 'vscode';
import {
  addressOf,
  fileUrl,
  isInside,
  toFileUri,
  type FolderAddress,
} from '../../../../server/protocol/fileUrl.ts';
import type { ChannelRequests } from '../../../../server/protocol/files.ts';
import { EditorStats } from '../../../../server/protocol/editorStats.ts';
import { KnownVersions } from '../../../../server/protocol/knownVersions.ts';
import type { FileChannel } from './fileChannel.ts';
import { fromChannel, fromResponse, outside, unavailable } from './fileFailures.ts';
import { RelayWatches, type WatchOptions } from './relayWatches.ts';
import type { RemoteRelay } from './remoteRelay.ts';

/** While the connection is being made a request waits for it. */
const patience = 5_000;
/**
 * The folder itself waits for the user, who may have to look for the token: the explorer would show a root that
 * failed once as failed for good.
 */
const patienceOfRoot = 600_000;

/** The `mooring:` scheme: the relay's folder, read and written, and what language servers point at, read. */
export class RelayFiles implements FileSystemProvider, Disposable {
  readonly #relay: RemoteRelay;
  readonly #channel: FileChannel;
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly #versions = new KnownVersions();
  readonly #watches: RelayWatches;

  readonly onDidChangeFile: Event<FileChangeEvent[]> = this.#changes.event;

  constructor(relay: RemoteRelay, channel: FileChannel) {
    this.#relay = relay;
    this.#channel = channel;
    this.#watches = new RelayWatches(channel, (changes) => this.#changes.fire(changes));
  }

  async stat(uri: Uri): Promise<EditorFileStat> {
    await this.#ready(uri);
    const stat = await this.#request('files/stat', { uri: toFileUri({ path: uri.path }) }).catch(
      (error: unknown) => {
        this.#versions.forget(uri.path);
        throw error;
      },
    );
    this.#versions.learn(uri.path, stat.etag);
    return stats.of(stat);
  }

  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    await this.#ready(uri);
    const entries = await this.#request('files/list', { uri: toFileUri({ path: uri.path }) });
    return entries.map((entry) => [entry.name, stats.typeOf(entry)]);
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    // Asking over the channel first keeps a file that is not there out of the browser's console.
    await this.stat(uri);
    const response = await this.#fetch(uri, { cache: 'no-cache' });
    return new Uint8Array(await response.arrayBuffer());
  }

  async writeFile(
    uri: Uri,
    content: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    this.#mustContain(uri);
    const response = await this.#fetch(uri, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        ...this.#versions.writeCondition(uri.path, options.overwrite),
      },
      // A copy only for the type checker's sake: VS Code never uses shared memory here.
      body: content as Uint8Array<ArrayBuffer>,
    });
    this.#versions.learn(uri.path, response.headers.get('etag') ?? undefined);
  }

  async createDirectory(uri: Uri): Promise<void> {
    this.#mustContain(uri);
    await this.#request('files/createFolder', { uri: toFileUri({ path: uri.path }) });
  }

  async delete(uri: Uri, { recursive }: { readonly recursive: boolean }): Promise<void> {
    this.#mustContain(uri);
    await this.#request('files/delete', { uri: toFileUri({ path: uri.path }), recursive });
  }

  async rename(from: Uri, to: Uri, options: { readonly overwrite: boolean }): Promise<void> {
    await this.#transfer('files/rename', from, to, options.overwrite);
  }

  async copy(from: Uri, to: Uri, options: { readonly overwrite: boolean }): Promise<void> {
    await this.#transfer('files/copy', from, to, options.overwrite);
  }

  watch(uri: Uri, options: WatchOptions): Disposable {
    const folder = this.#folder();
    if (folder && !isInside(uri.path, folder)) return new Disposable(() => {});
    return this.#watches.add(uri, options);
  }

  dispose(): void {
    this.#watches.dispose();
    this.#changes.dispose();
  }

  async #transfer(
    method: 'files/rename' | 'files/copy',
    from: Uri,
    to: Uri,
    overwrite: boolean,
  ): Promise<void> {
    for (const uri of [from, to]) this.#mustContain(uri);
    await this.#request(method, {
      from: toFileUri({ path: from.path }),
      to: toFileUri({ path: to.path }),
      overwrite,
    });
  }

  async #fetch(uri: Uri, init: RequestInit): Promise<Response> {
    const folder = this.#folder();
    if (!folder) throw unavailable();
    const response = await this.#relay.fetch(fileUrl({ path: uri.path }, folder), init).catch(() => {
      throw unavailable();
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

  async #ready(uri: Uri): Promise<void> {
    const isRoot = (workspace.workspaceFolders ?? []).some(
      (folder) => folder.uri.toString() === uri.toString(),
    );
    if (isRoot) await this.#relay.connected(patienceOfRoot);
    else if (this.#relay.state.kind === 'connecting') await this.#relay.connected(patience);
  }

  #folder(): FolderAddress | undefined {
    const { folder } = this.#relay;
    return folder && addressOf(folder);
  }

  #mustContain(uri: Uri): void {
    const folder = this.#folder();
    if (!folder) throw unavailable();
    if (!isInside(uri.path, folder)) throw outside(uri);
  }
}

const stats = new EditorStats<FileType, FilePermission>(FileType, FilePermission.Readonly);
