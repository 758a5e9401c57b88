import {
  FileOperationError,
  FileOperationResult,
  FileSystemProviderErrorCode,
  toFileOperationResult,
  toFileSystemProviderErrorCode,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/browser';
import { describe, expect, it } from 'vitest';
import { fileFailureRpcCode, type FileFailureCode } from '../../server/protocol/files.ts';
import { Disconnected } from '../../workbench/connection/disconnected.ts';
import { fromChannel, fromResponse, toProviderError } from '../../workbench/files/failures.ts';

function codeOf(error: unknown): FileSystemProviderErrorCode {
  return toFileSystemProviderErrorCode(error as Error);
}

describe('what VS Code is told of a failure', () => {
  it('starts its own flow for a file that changed on disk when the server reports a conflict', async () => {
    const body = JSON.stringify({ code: 'conflict', message: 'a.ts has changed since.' });
    const error = await fromResponse(new Response(body, { status: 412 }));
    expect(error).toBeInstanceOf(FileOperationError);
    expect(toFileOperationResult(error)).toBe(FileOperationResult.FILE_MODIFIED_SINCE);
  });

  it.each<[FileFailureCode, FileSystemProviderErrorCode]>([
    ['not-found', FileSystemProviderErrorCode.FileNotFound],
    ['exists', FileSystemProviderErrorCode.FileExists],
    ['is-a-folder', FileSystemProviderErrorCode.FileIsADirectory],
    ['not-a-folder', FileSystemProviderErrorCode.FileNotADirectory],
    ['not-empty', FileSystemProviderErrorCode.Unknown],
    ['outside', FileSystemProviderErrorCode.NoPermissions],
    ['read-only', FileSystemProviderErrorCode.NoPermissions],
    ['no-space', FileSystemProviderErrorCode.FileExceedsStorageQuota],
    ['too-large', FileSystemProviderErrorCode.FileTooLarge],
    ['io', FileSystemProviderErrorCode.Unknown],
  ])('knows the server failure %s as %s, with the sentence of the server', (code, expected) => {
    const error = toProviderError({ code, message: 'What failed, why, what to do.' });
    expect(codeOf(error)).toBe(expected);
    expect(error.message).toContain('What failed, why, what to do.');
  });

  it('reads the failure out of a refused channel request', () => {
    const failure = { code: 'not-found', message: 'There is no a.ts.' };
    const error = fromChannel(new ResponseError(fileFailureRpcCode, failure.message, failure));
    expect(codeOf(error)).toBe(FileSystemProviderErrorCode.FileNotFound);
  });

  it('calls the server unavailable when the link broke or nobody answered (T019)', () => {
    const broken = fromChannel(new ResponseError(ErrorCodes.PendingResponseRejected, 'disposed'));
    expect(codeOf(broken)).toBe(FileSystemProviderErrorCode.Unavailable);
    const silent = fromChannel(new Disconnected('The server does not answer.'));
    expect(codeOf(silent)).toBe(FileSystemProviderErrorCode.Unavailable);
  });

  it('tells somebody who is no longer signed in what to do', async () => {
    const gate = JSON.stringify({ error: 'token', message: 'The token is missing.' });
    const error = await fromResponse(new Response(gate, { status: 401 }));
    expect(error.message).toContain('Open the address that the server printed');
  });

  it('survives an answer that is not ours', async () => {
    const error = await fromResponse(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(codeOf(error)).toBe(FileSystemProviderErrorCode.Unavailable);
    expect(error.message).toContain('502');
  });
});
