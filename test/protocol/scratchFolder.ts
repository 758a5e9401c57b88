import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Folders, openFolder, type Folder } from '../../server/files/folders.ts';

/** A folder to open, in one of its own that is removed with everything else a test leaves there. */
export class ScratchFolder implements Disposable {
  /** Real path of the folder that holds the opened one. */
  readonly root: string;
  readonly folder: Folder;
  readonly folders: Folders;
  /** Path of where what is installed on request goes. */
  readonly servers: string;

  /** @param prepare fills the folder before it is opened */
  constructor(name = 'folder', prepare?: (path: string) => void) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-world-')));
    this.servers = join(this.root, 'servers');
    const path = join(this.root, name);
    mkdirSync(path);
    prepare?.(path);
    this.folder = openFolder(path);
    this.folders = new Folders([this.folder]);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
