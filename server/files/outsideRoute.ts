import type { HttpRoute } from '../http/route.ts';
import { contentPolicy } from '../http/securityHeaders.ts';
import { sendFile } from '../http/sendFile.ts';
import { FileError, toFileError } from './fileError.ts';
import { sendFailure } from './fileFailureAnswer.ts';
import type { ReadGrants } from './readGrants.ts';

/** `GET /outside?uri=<file: URI>`: files that a language server pointed at, read-only. */
export function outsideRoute(grants: ReadGrants): HttpRoute {
  return {
    methods: ['GET', 'HEAD'],
    prefix: '/outside',
    handle: async (request, response, url) => {
      const uri = url.searchParams.get('uri') ?? '';
      try {
        const path = grants.allowed(uri);
        if (path === undefined) throw notGranted(uri);
        response.setHeader('content-type', 'application/octet-stream');
        response.setHeader('content-security-policy', contentPolicy);
        response.setHeader('cache-control', 'private, no-cache');
        if (!(await sendFile(request, response, path))) throw notGranted(uri);
      } catch (error) {
        if (response.headersSent) throw error;
        sendFailure(request, response, toFileError(error, uri.slice(0, 300)));
      }
    },
  };
}

function notGranted(uri: string): FileError {
  return new FileError(
    'outside',
    `${uri.slice(0, 300)} is not in the opened folder, and no language server points at it, so it is not available here.`,
  );
}
