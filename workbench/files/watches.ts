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
import { KeptWatches } from '../../server/protocol/keptWatches.ts';

/** What VS Code watches of the opened folder. */
export class Watches {
  readonly #kept: KeptWatches<URI>;
  readonly #overflow = new Emitter<void>();
  readonly #unwatched = new Emitter<string>();
  readonly onDidOverflow = this.#overflow.event;
  /** Why changes by other programs will go by unseen, and what to do, for the user. */
  readonly unwatched: Promise<string> = Event.toPromise(this.#unwatched.event);

  constructor(channel: Channel, announce: (changes: readonly IFileChange[]) => void) {
    this.#kept = new KeptWatches(
      (method, params) => channel.request(method, params),
      (error) => {
        const failure = failureOf(error);
        if (failure?.code === 'io') this.#unwatched.fire(failure.message);
      },
    );
    channel.on('files/changes', ({ changes }) => announce(changes.map(toChange)));
    channel.on('files/overflow', () => this.#overflow.fire());
    channel.on('files/unwatched', ({ message }) => this.#unwatched.fire(message));
    // Nobody knows what happened meanwhile.
    channel.onReconnected(() => void this.#kept.resume().then(() => this.#overflow.fire()));
  }

  add(resource: URI, { recursive, excludes }: IWatchOptions): IDisposable {
    // A tree is shown before it is watched, and what changed in between went by unseen.
    const begun = (): void => (recursive ? this.#overflow.fire() : undefined);
    return { dispose: this.#kept.add(resource, { uri: toFileUri(resource), recursive, excludes }, begun) };
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
