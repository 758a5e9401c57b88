import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder on disk for one test to open, and to change behind the workbench's back. `using` removes it. */
export class Workspace implements Disposable {
  /** Real path of the folder that is opened. */
  readonly folder: string;
  readonly #root: string;
  #original: ReadonlyMap<string, Buffer | undefined> = new Map();

  private constructor(root: string, name: string) {
    this.#root = root;
    this.folder = join(root, name);
    mkdirSync(this.folder);
  }

  /** A folder with these files; keys are paths relative to it. */
  static of(files: Files, name = 'project'): Workspace {
    const workspace = Workspace.#create(name);
    for (const [path, content] of Object.entries(files)) workspace.write(path, content);
    return workspace.remember();
  }

  /** A copy of `test/fixtures/workspaces/<fixture>`, or of `test/fixtures/sample`. */
  static copyOf(fixture: string, name = 'project'): Workspace {
    const workspace = Workspace.#create(name);
    const source = fixture === 'sample' ? join(fixtures, 'sample') : join(fixtures, 'workspaces', fixture);
    cpSync(source, workspace.folder, { recursive: true });
    return workspace.remember();
  }

  static #create(name: string): Workspace {
    return new Workspace(realpathSync(mkdtempSync(join(tmpdir(), 'workspace-'))), name);
  }

  /** From now on, this is what `restore` goes back to. */
  remember(): this {
    this.#original = this.#entries();
    return this;
  }

  /** Makes every file and folder what it was at first, for the next test. */
  restore(): void {
    mkdirSync(this.folder, { recursive: true });
    const present = this.#entries();
    for (const path of present.keys()) if (!this.#original.has(path)) this.delete(path);
    for (const [path, content] of this.#original) {
      if (content === undefined) mkdirSync(this.path(path), { recursive: true });
      else if (!present.get(path)?.equals(content)) this.write(path, content);
    }
  }

  /** Content by relative path; a folder has none. */
  #entries(): Map<string, Buffer | undefined> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return new Map(
      entries
        .filter((entry) => entry.isFile() || entry.isDirectory())
        .map((entry) => {
          const path = join(entry.parentPath, entry.name);
          return [relative(this.folder, path), entry.isFile() ? readFileSync(path) : undefined];
        }),
    );
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), 'utf8');
  }

  exists(relative: string): boolean {
    return existsSync(this.path(relative));
  }

  write(relative: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(relative)), { recursive: true });
    writeFileSync(this.path(relative), content);
  }

  delete(relative: string): void {
    rmSync(this.path(relative), { recursive: true, force: true });
  }

  /** Path of something beside the opened folder, and so outside the workspace. */
  outside(relative: string): string {
    return join(this.#root, relative);
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }
}
