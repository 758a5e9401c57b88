import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../http/answers.ts';
import type { FileFailureCode } from '../protocol/files.ts';
import type { FileError } from './fileError.ts';

/** Answers with a `FileFailure`. */
export function sendFailure(request: IncomingMessage, response: ServerResponse, error: FileError): void {
  for (const name of ['content-type', 'content-security-policy', 'cache-control', 'etag'])
    response.removeHeader(name);
  if (error.etag !== undefined) response.setHeader('etag', error.etag);
  // What is left of a body that nobody wants is not worth receiving.
  if (!request.complete) response.setHeader('connection', 'close');
  sendJson(response, statuses[error.code], { error: error.code, ...error.failure });
}

/** 403 would say that the request was refused, as the gate does; `outside` is as good as not there. */
const statuses: Record<FileFailureCode, number> = {
  'not-found': 404,
  outside: 404,
  exists: 412,
  conflict: 412,
  'is-a-folder': 409,
  'not-a-folder': 409,
  'not-empty': 409,
  'read-only': 409,
  'too-large': 413,
  'no-space': 507,
  io: 500,
};
