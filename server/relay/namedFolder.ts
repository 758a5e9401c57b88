import type { Folder, Folders } from '../files/folders.ts';
import type { Refusal } from '../http/route.ts';

/** The opened folder that `?folder=<id>` names; without it, the only one. */
export function findFolder(url: URL, folders: Folders): Folder | Refusal {
  const id = url.searchParams.get('folder');
  const folder = folders.find(id);
  if (folder) return folder;
  const message =
    id === null
      ? 'Several folders are open: name one with ?folder=<id>.'
      : 'This folder is not open here. Reload the page, or open the folder.';
  return { status: 404, error: 'unknown-folder', message };
}
