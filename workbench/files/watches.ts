import { Emitter, Event } from '@codingame/monaco-vscode-api/vscode/vs/base/common/event';
import type { IDisposable } from '@codingame/monaco-vscode-api/vscode/vs/base/common/lifecycle';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import {
  FileChangeType,
  type IFileChange,
  type IWatchOptions,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';
import type { FileChange } from '../../server/protocol/files.ts';
import type { Channel } from '../connection/channel.ts';
import { failureOf } from './failures.ts';
import { toFileUri } from '../../server/protocol/fileUrl.ts';

interface Watch {
  readonly resource: URI;
  readonly options: IWatchOptions;
  /** The server's number for it, while there is one. */
  id: number | undefined;
}

/** What VS Code watches, kept alive over reconnections. */
export class Watches {
  readonly #channel: Channel;
  readonly #watches = new Set<Watch>();
  readonly #overflow = new Emitter<void>();
  readonly #unwatched = new Emitter<string>();
  readonly onDidOverflow = this.#overflow.event;
  /** Why changes by other programs will go by unseen, and what to do, for the user. */
  readonly unwatched: Promise<string> = Event.toPromise(this.#unwatched.event);

  constructor(channel: Channel, announce: (changes: readonly IFileChange[]) => void) {
    this.#channel = channel;
    channel.on('files/changes', ({ changes }) => announce(changes.map(toChange)));
    channel.on('files/overflow', () => this.#overflow.fire());
    channel.on('files/unwatched', ({ message }) => this.#unwatched.fire(message));
    channel.onReconnected(() => this.#resume());
  }

  add(resource: URI, options: IWatchOptions): IDisposable {
    const watch: Watch = { resource, options, id: undefined };
    this.#watches.add(watch);
    void this.#begin(watch);
    return { dispose: () => this.#stop(watch) };
  }

  async #begin(watch: Watch): Promise<void> {
    await this.#start(watch);
    // A tree is shown before it is watched, and what changed in between went by unseen.
    if (watch.options.recursive && watch.id !== undefined) this.#overflow.fire();
  }

  async #start(watch: Watch): Promise<void> {
    const { resource, options } = watch;
    try {
      const { watch: id } = await this.#channel.request('files/watch', {
        uri: toFileUri(resource),
        recursive: options.recursive,
        excludes: options.excludes,
      });
      watch.id = id;
      if (!this.#watches.has(watch)) await this.#channel.request('files/unwatch', { watch: id });
    } catch (error) {
      // Not there, or no link: what is not there cannot change, and a new link starts every watch again.
      const failure = failureOf(error);
      if (failure?.code === 'io') this.#unwatched.fire(failure.message);
    }
  }

  #stop(watch: Watch): void {
    this.#watches.delete(watch);
    if (watch.id === undefined) return;
    // Without a link there is nothing left to stop.
    this.#channel.request('files/unwatch', { watch: watch.id }).catch(() => undefined);
  }

  async #resume(): Promise<void> {
    for (const watch of this.#watches) watch.id = undefined;
    await Promise.all([...this.#watches].map((watch) => this.#start(watch)));
    // Nobody knows what happened meanwhile.
    this.#overflow.fire();
  }
}

function toChange({ uri, kind }: FileChange): IFileChange {
  return { resource: URI.parse(uri), type: changeTypes[kind] };
}

const changeTypes = {
  created: FileChangeType.ADDED,
  changed: FileChangeType.UPDATED,
  deleted: FileChangeType.DELETED,
} as const;
