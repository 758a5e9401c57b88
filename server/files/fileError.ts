import type { FileFailure, FileFailureCode } from '../protocol/files.ts';
import { isErrno } from '../thrown.ts';

/** An operation on a file failed in a way that the user is told about. */
export class FileError extends Error {
  readonly code: FileFailureCode;
  /** Of a conflict: the tag of the version that is there. */
  readonly etag: string | undefined;

  constructor(
    code: FileFailureCode,
    message: string,
    options: ErrorOptions & { etag?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.etag = options.etag;
  }

  get failure(): FileFailure {
    return { code: this.code, message: this.message };
  }
}

/**
 * What the user is told about an error of the operating system.
 *
 * @param path what was to be read or changed, for the sentence
 * @throws `error` itself when it is none: a bug, that is
 */
export function toFileError(error: unknown, path: string): FileError {
  if (error instanceof FileError) return error;
  if (!isErrno(error)) throw error;
  const [code, why] = failures[error.code ?? ''] ?? ['io', `the system says ${error.code ?? error.message}`];
  return new FileError(code, `${path}: ${why}.`, { cause: error });
}

const failures: Record<string, readonly [FileFailureCode, string]> = {
  ENOENT: ['not-found', 'it does not exist'],
  EEXIST: ['exists', 'it exists already'],
  EISDIR: ['is-a-folder', 'it is a folder'],
  ERR_FS_EISDIR: ['is-a-folder', 'it is a folder'],
  ENOTDIR: ['not-a-folder', 'a part of the path is a file, not a folder'],
  ENOTEMPTY: ['not-empty', 'the folder is not empty'],
  EACCES: ['read-only', 'this user may not do that; check the permissions of the file and its folder'],
  EPERM: ['read-only', 'this user may not do that; check the permissions of the file and its folder'],
  EROFS: ['read-only', 'it lies on a disk that is mounted read-only'],
  ETXTBSY: ['read-only', 'it is a program that runs right now'],
  ENOSPC: ['no-space', 'the disk is full; make room and try again'],
  EDQUOT: ['no-space', 'the quota of this user is used up; make room and try again'],
  EFBIG: ['too-large', 'it is larger than this disk takes'],
  ENAMETOOLONG: ['io', 'the name is too long for this disk'],
  EINVAL: ['io', 'the name is not possible here, or a folder would move into itself'],
  ERR_FS_CP_EINVAL: ['io', 'a folder cannot be copied into itself'],
  ELOOP: ['io', 'it is a link that leads in a circle'],
  EMFILE: ['io', 'too many files are open; try again in a moment'],
  ENFILE: ['io', 'too many files are open; try again in a moment'],
  EBUSY: ['io', 'another program uses it; try again in a moment'],
  ENXIO: ['io', 'it is no regular file'],
};
