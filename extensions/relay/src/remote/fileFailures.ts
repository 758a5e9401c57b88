import { FileSystemError, l10n, type Uri } from 'vscode';
import { ResponseError } from 'vscode-languageclient/browser';
import { fileFailureRpcCode, type FileFailure } from '../../../../server/protocol/files.ts';
import { isRecord } from '../json.ts';
import { NotConnected } from './fileChannel.ts';

/** The error by which VS Code knows what to do about a failure of the relay. */
function fromFailure({ code, message }: FileFailure): FileSystemError {
  switch (code) {
    case 'not-found':
      return FileSystemError.FileNotFound(message);
    case 'exists':
      return FileSystemError.FileExists(message);
    case 'is-a-folder':
      return FileSystemError.FileIsADirectory(message);
    case 'not-a-folder':
      return FileSystemError.FileNotADirectory(message);
    case 'outside':
    case 'read-only':
      return FileSystemError.NoPermissions(message);
    case 'not-empty':
    case 'conflict':
    case 'no-space':
    case 'too-large':
    case 'io':
      return new FileSystemError(message);
  }
}

/** The same for whatever a channel request threw. */
export function fromChannel(error: unknown): unknown {
  if (error instanceof ResponseError && error.code === fileFailureRpcCode) {
    const failure = readFailure(error.data);
    if (failure) return fromFailure(failure);
  }
  // What is not an answer of the relay is the loss of the link it was to come on.
  return error instanceof NotConnected || !(error instanceof ResponseError) ? unavailable() : error;
}

/** The same for an HTTP answer that is not a success. */
export async function fromResponse(response: Response): Promise<Error> {
  const failure = readFailure(await response.json().catch(() => undefined));
  return failure ? fromFailure(failure) : unavailable();
}

export function unavailable(): FileSystemError {
  return FileSystemError.Unavailable(
    l10n.t('There is no connection to the relay. Run "Mooring: Connect to Relay…" or wait until it is back.'),
  );
}

export function outside(uri: Uri): FileSystemError {
  return FileSystemError.NoPermissions(
    l10n.t("{0} is not in the relay's folder, so it cannot be changed here.", uri.path),
  );
}

function readFailure(value: unknown): FileFailure | undefined {
  const isFailure =
    isRecord(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string';
  return isFailure ? (value as unknown as FileFailure) : undefined;
}
