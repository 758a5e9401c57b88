/**
 * Files of the opened folders.
 *
 * Content goes over HTTP, `/files/<folderId>/<relative path, percent-encoded by segment>`:
 * - `GET`: 200 with the bytes and a strong `ETag`; 304 for a matching `If-None-Match`. Folders are 409.
 * - `PUT`: body is the content. `If-Match: <etag>` replaces only that version (412 with the present `ETag`
 *   otherwise); `If-None-Match: *` creates only. Written atomically. 200 or 201 with the new `ETag`.
 * `GET /outside?uri=<file: URI>` reads a file outside the folders that a language server pointed at.
 * Failures have a JSON body `FileFailure`.
 *
 * Everything else is JSON-RPC over one WebSocket, `/channel`, with the methods below. URIs are `file:` URIs.
 * Such a connection also answers `channel/ping` with null, at once: the server is there.
 */
export const channelPath = '/channel';

export type FileFailureCode =
  | 'not-found'
  | 'exists'
  | 'is-a-folder'
  | 'not-a-folder'
  | 'not-empty'
  | 'outside'
  | 'read-only'
  | 'conflict'
  | 'no-space'
  | 'too-large'
  | 'io';

export interface FileFailure {
  readonly code: FileFailureCode;
  /** One sentence for the user: what failed, why, what to do next. */
  readonly message: string;
}

/** A failed channel request is a JSON-RPC error with this code and a `FileFailure` as its `data`. */
export const fileFailureRpcCode = -32010;

export type FileKind = 'file' | 'folder' | 'unknown';

export interface FileStat {
  readonly kind: FileKind;
  readonly symlink: boolean;
  /** Bytes. */
  readonly size: number;
  /** When its content last changed; milliseconds since the epoch. */
  readonly mtime: number;
  /** When it was created (VS Code's meaning, not stat(2)'s); milliseconds since the epoch. */
  readonly ctime: number;
  /** Of its content's version; strong, as in RFC 9110 §8.8.3. */
  readonly etag: string;
  readonly readOnly: boolean;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: FileKind;
  readonly symlink: boolean;
}

export interface FileChange {
  readonly uri: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

export interface TextSearchQuery {
  readonly pattern: string;
  readonly regExp: boolean;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  /** Whether a match may span lines. */
  readonly multiline: boolean;
  /** Globs, relative to the folder; empty includes everything. */
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
  /** Whether `.gitignore`, `.ignore` and the like hold. */
  readonly useIgnoreFiles: boolean;
  readonly maxResults: number;
  /** VS Code's name of one, such as `utf8`; without it, what the file's byte order mark says, or UTF-8. */
  readonly encoding?: string;
  /** Lines before and after each match that are sent too. */
  readonly contextLines?: number;
  /** Bytes; larger files are left out. */
  readonly maxFileSize?: number;
}

/** Columns are 0-based UTF-16 code units; lines are 0-based. */
export interface TextMatch {
  readonly uri: string;
  readonly line: number;
  readonly text: string;
  readonly ranges: readonly {
    readonly startLine: number;
    readonly startColumn: number;
    readonly endLine: number;
    readonly endColumn: number;
  }[];
  /** A context line has no ranges. */
  readonly context?: boolean;
}

export interface FileSearchQuery {
  /** Empty lists every file. Otherwise letters that must occur in order in the relative path. */
  readonly pattern: string;
  /** As in `TextSearchQuery`. */
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
  readonly useIgnoreFiles: boolean;
  readonly maxResults: number;
}

/**
 * Method names with the type of their parameters and results. Each request may be cancelled; it fails with
 * `fileFailureRpcCode` and a `FileFailure`, or with a code of `RpcError`.
 */
export interface ChannelRequests {
  'files/stat': [{ uri: string }, FileStat];
  'files/list': [{ uri: string }, readonly FileEntry[]];
  'files/createFolder': [{ uri: string }, null];
  'files/delete': [{ uri: string; recursive: boolean }, null];
  'files/rename': [{ from: string; to: string; overwrite: boolean }, null];
  'files/copy': [{ from: string; to: string; overwrite: boolean }, null];
  /** Watches a folder (with all below it) or a file until `files/unwatch`; answers with the watch's id. */
  'files/watch': [{ uri: string; recursive: boolean; excludes: readonly string[] }, { watch: number }];
  'files/unwatch': [{ watch: number }, null];
  /** Matches come as `search/matches` with the caller's `search` number; the answer ends the search. */
  'search/text': [{ search: number; uri: string; query: TextSearchQuery }, { limitHit: boolean }];
  'search/files': [{ uri: string; query: FileSearchQuery }, { uris: readonly string[]; limitHit: boolean }];
}

/** Notifications, server → page. */
export interface ChannelNotifications {
  'files/changes': { watch: number; changes: readonly FileChange[] };
  /** The watch lost events (queue overflow): everything below it may have changed. */
  'files/overflow': { watch: number };
  /** What appeared below the watch is not watched; `message` is for the user. */
  'files/unwatched': { watch: number; message: string };
  'search/matches': { search: number; matches: readonly TextMatch[] };
  /** Manifests changed on disk: fetch `/api/boot` again. */
  'extensions/changed': Record<string, never>;
}
