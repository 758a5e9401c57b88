import type { FileSearchQuery, TextSearchQuery } from '../../server/protocol/files.ts';

/** A glob and whether it counts; a `when` clause makes it depend on a sibling file. */
type Globs = Readonly<Record<string, boolean | { readonly when: string }>>;

/** What these functions read of VS Code's `IFolderQuery`. */
export interface FolderPart {
  readonly includePattern?: Globs | undefined;
  readonly excludePattern?: readonly { readonly pattern: Globs }[] | undefined;
  readonly disregardIgnoreFiles?: boolean | undefined;
  readonly fileEncoding?: string | undefined;
}

/** What these functions read of both VS Code's `ITextQuery` and `IFileQuery`. */
interface CommonPart {
  readonly includePattern?: Globs | undefined;
  readonly excludePattern?: Globs | undefined;
  readonly maxResults?: number | undefined;
}

export interface TextPart extends CommonPart {
  readonly contentPattern: {
    readonly pattern: string;
    readonly isRegExp?: boolean | undefined;
    readonly isCaseSensitive?: boolean | undefined;
    readonly isWordMatch?: boolean | undefined;
    readonly isMultiline?: boolean | undefined;
  };
  readonly maxFileSize?: number | undefined;
  readonly surroundingContext?: number | undefined;
}

export interface FilePart extends CommonPart {
  readonly filePattern?: string | undefined;
  readonly exists?: boolean | undefined;
}

/** VS Code's own limit for a search that names none. */
const defaultMaxResults = 20_000;

export function toTextSearchQuery(query: TextPart, folder: FolderPart): TextSearchQuery {
  const { pattern, isRegExp, isCaseSensitive, isWordMatch, isMultiline } = query.contentPattern;
  return {
    pattern,
    regExp: isRegExp ?? false,
    caseSensitive: isCaseSensitive ?? false,
    wholeWord: isWordMatch ?? false,
    multiline: isMultiline ?? false,
    ...scope(query, folder),
    maxResults: query.maxResults ?? defaultMaxResults,
    ...(folder.fileEncoding && folder.fileEncoding !== 'utf8' && { encoding: folder.fileEncoding }),
    ...(query.surroundingContext && { contextLines: query.surroundingContext }),
    ...(query.maxFileSize && { maxFileSize: query.maxFileSize }),
  };
}

export function toFileSearchQuery(query: FilePart, folder: FolderPart): FileSearchQuery {
  return {
    pattern: query.filePattern ?? '',
    ...scope(query, folder),
    maxResults: query.exists ? 1 : (query.maxResults ?? defaultMaxResults),
  };
}

function scope(query: CommonPart, folder: FolderPart) {
  const folderExcludes = folder.excludePattern?.map(({ pattern }) => pattern) ?? [{}];
  return {
    includes: globs({ ...query.includePattern, ...folder.includePattern }),
    // What a folder says of a glob wins over what the whole search says of it, `false` included.
    excludes: globs(...folderExcludes.map((pattern) => ({ ...query.excludePattern, ...pattern }))),
    useIgnoreFiles: !folder.disregardIgnoreFiles,
  };
}

/** The globs that hold without a condition. Those with a `when` clause need the siblings: see `SiblingExcludes`. */
function globs(...expressions: readonly Globs[]): string[] {
  const all = expressions.flatMap((expression) => Object.entries(expression));
  return [...new Set(all.filter(([, value]) => value === true).map(([glob]) => glob))];
}
