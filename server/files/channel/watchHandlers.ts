import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { name, placeOf, targetOf, type Place } from '../containment.ts';
import { FileError, toFileError } from '../fileError.ts';
import type { Folders } from '../folders.ts';
import { EntryWatch } from '../watch/entryWatch.ts';
import { globMatcher } from '../watch/globs.ts';
import type { PathChange, WatchContext } from '../watch/treeWatch.ts';
import { explain, type TreeWatches } from '../watch/treeWatches.ts';
import type { ChannelHandlers, ChannelPeer } from './channelHandlers.ts';

type Stop = () => Promise<void> | void;

/** A page that watches more than this has lost count. */
const watchLimit = 5_000;

/** What one page watches. All of it ends with the page. */
export function watchHandlers(
  peer: ChannelPeer,
  { folders, trees, context }: { folders: Folders; trees: TreeWatches; context: WatchContext },
): Pick<ChannelHandlers, 'files/watch' | 'files/unwatch'> {
  const watches = new Map<number, Stop>();
  let count = 0;
  peer.signal.addEventListener('abort', () => {
    for (const stop of watches.values()) void stop();
    watches.clear();
  });
  return {
    'files/watch': async ({ uri, recursive, excludes }) => {
      if (watches.size >= watchLimit)
        throw new FileError('io', `More than ${watchLimit} files and folders are watched.`);
      const watch = ++count;
      const place = placeOf(uri, folders);
      const listener = listenerFor(peer, watch, place, excludes);
      const stop = await start(place, recursive);
      // The page may be gone by now.
      if (peer.signal.aborted) await stop();
      else watches.set(watch, stop);
      return { watch };

      async function start(place: Place, recursive: boolean): Promise<Stop> {
        const path = await targetOf(place);
        const stats = await stat(path).catch((error: unknown) => {
          throw toFileError(error, name(place));
        });
        if (recursive && stats.isDirectory()) return trees.add(path, excludes, listener(path));
        try {
          const single = new EntryWatch(path, stats.isDirectory(), context, listener(path).changed);
          return () => single.stop();
        } catch (error) {
          throw explain(error, name(place));
        }
      }
    },
    'files/unwatch': async ({ watch }) => {
      const stop = watches.get(watch);
      watches.delete(watch);
      await stop?.();
      return null;
    },
  };
}

/** Tells the page what changed, by the paths it knows: links that lead to what is watched stay as they are. */
function listenerFor(peer: ChannelPeer, watch: number, { path: asked }: Place, excludes: readonly string[]) {
  const isExcluded = globMatcher(excludes);
  return (real: string) => ({
    changed: (changes: readonly PathChange[]) => {
      const told = changes
        .filter(({ path }) => !isExcluded(relative(real, path).replaceAll(sep, '/')))
        .map(({ path, kind }) => ({
          uri: pathToFileURL(path.startsWith(real) ? asked + path.slice(real.length) : path).href,
          kind,
        }));
      if (told.length > 0) peer.notify('files/changes', { watch, changes: told });
    },
    overflow: () => peer.notify('files/overflow', { watch }),
    unwatched: (folder: string, error: unknown) => {
      const { code, message } = explain(error, folder);
      if (code === 'io') peer.notify('files/unwatched', { watch, message });
    },
  });
}
