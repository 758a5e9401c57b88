import type { FileEntry, FileStat } from './files.ts';

/** VS Code has its `FileType` twice: for extensions, and for its own code. */
interface FileTypes<Type extends number> {
  readonly Unknown: Type;
  readonly File: Type;
  readonly Directory: Type;
  readonly SymbolicLink: Type;
}

/** `FileStat` for extensions, `IStat` for the workbench; times in milliseconds since 1970. */
interface EditorStat<Type, Permission> {
  readonly type: Type;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly permissions?: Permission;
}

/** Says of files what VS Code wants to know of them. */
export class EditorStats<Type extends number, Permission> {
  readonly #types: FileTypes<Type>;
  readonly #readOnly: Permission;

  constructor(types: FileTypes<Type>, readOnly: Permission) {
    this.#types = types;
    this.#readOnly = readOnly;
  }

  of(stat: FileStat): EditorStat<Type, Permission> {
    const { size, mtime, ctime, readOnly } = stat;
    return { type: this.typeOf(stat), size, mtime, ctime, ...(readOnly && { permissions: this.#readOnly }) };
  }

  typeOf({ kind, symlink }: Pick<FileEntry, 'kind' | 'symlink'>): Type {
    const { File: file, Directory: folder, Unknown: unknown, SymbolicLink } = this.#types;
    const type = { file, folder, unknown }[kind];
    // A number with a bit for the link, which the enum has no name for.
    return symlink ? ((type | SymbolicLink) as Type) : type;
  }
}
