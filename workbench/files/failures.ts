import {
  FileOperationError,
  FileOperationResult,
  FileSystemProviderError,
  FileSystemProviderErrorCode,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/browser';
import { fileFailureRpcCode, type FileFailure, type FileFailureCode } from '../../server/protocol/files.ts';
import { Disconnected } from '../connection/disconnected.ts';

/** The error by which VS Code knows what to do about a failure: offer to compare, to retry, to overwrite. */
export function toProviderError(failure: FileFailure): Error {
  if (failure.code === 'conflict') {
    return new FileOperationError(failure.message, FileOperationResult.FILE_MODIFIED_SINCE);
  }
  return FileSystemProviderError.create(
    failure.message,
    codes[failure.code] ?? FileSystemProviderErrorCode.Unknown,
  );
}

/** The same for whatever a channel request threw. */
export function fromChannel(error: unknown): unknown {
  if (error instanceof Disconnected) return unavailable(error.message);
  if (!(error instanceof ResponseError)) return error;
  const failure = failureOf(error);
  if (failure) return toProviderError(failure);
  return lost.has(error.code) ? unavailable(unreachable) : error;
}

/** What the server says of a channel request that failed; undefined when there was no link to say it. */
export function failureOf(error: unknown): FileFailure | undefined {
  const isFailure = error instanceof ResponseError && error.code === fileFailureRpcCode;
  return isFailure ? (error.data as FileFailure) : undefined;
}

/** As `fromChannel`, for an HTTP answer that is not a success. */
export async function fromResponse(response: Response): Promise<Error> {
  const failure = parse(await response.text());
  if (failure) return toProviderError(failure);
  if (response.status === 401 || response.status === 403) return unavailable(signedOut);
  return unavailable(`The server answered ${response.status}. Try again, or look at its log.`);
}

/** The same for an HTTP request that got no answer. */
export function fromFetch(error: unknown): Error {
  return error instanceof DOMException && error.name === 'AbortError' ? error : unavailable(unreachable);
}

const unreachable =
  'The Mooring server cannot be reached. Check that it still runs; your edits stay in this page.';
const signedOut =
  'This page is no longer signed in to the Mooring server. Open the address that the server printed when it started.';

const lost: ReadonlySet<number> = new Set([
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
  ErrorCodes.MessageWriteError,
]);

const codes: Partial<Record<FileFailureCode, FileSystemProviderErrorCode>> = {
  'not-found': FileSystemProviderErrorCode.FileNotFound,
  exists: FileSystemProviderErrorCode.FileExists,
  'is-a-folder': FileSystemProviderErrorCode.FileIsADirectory,
  'not-a-folder': FileSystemProviderErrorCode.FileNotADirectory,
  outside: FileSystemProviderErrorCode.NoPermissions,
  'read-only': FileSystemProviderErrorCode.NoPermissions,
  'no-space': FileSystemProviderErrorCode.FileExceedsStorageQuota,
  'too-large': FileSystemProviderErrorCode.FileTooLarge,
};

function unavailable(message: string): Error {
  return FileSystemProviderError.create(message, FileSystemProviderErrorCode.Unavailable);
}

function parse(text: string): FileFailure | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const isFailure = typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
    return isFailure ? (body as FileFailure) : undefined;
  } catch {
    // Not ours: a proxy's error page, say.
    return undefined;
  }
}
