import {
  FileOperationError,
  FileOperationResult,
  FileSystemProviderError,
  FileSystemProviderErrorCode,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';
import { ResponseError } from 'vscode-jsonrpc/browser';
import { fileFailureRpcCode, type FileFailure, type FileFailureCode } from '../../server/protocol/files.ts';

/** The error by which VS Code knows what to do about a failure: offer to compare, to retry, to overwrite. */
export function toProviderError(failure: FileFailure): Error {
  if (failure.code === 'conflict') return new FileOperationError(failure.message, FileOperationResult.FILE_MODIFIED_SINCE);
  return FileSystemProviderError.create(failure.message, codes[failure.code] ?? FileSystemProviderErrorCode.Unknown);
}

/** What the server said of a failed channel request; any other error stays as it is. */
export function fromChannel(error: unknown): unknown {
  if (!(error instanceof ResponseError) || error.code !== fileFailureRpcCode) return error;
  return toProviderError(error.data as FileFailure);
}

export async function fromResponse(response: Response): Promise<Error> {
  const failure = await response.json().catch(() => undefined);
  if (failure && typeof failure.code === 'string') return toProviderError(failure as FileFailure);
  const message = failure?.message ?? `The server answered ${response.status}. Try again, or look at its log.`;
  return FileSystemProviderError.create(message, FileSystemProviderErrorCode.Unavailable);
}

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
