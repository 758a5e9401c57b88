import { sendJson } from './answers.ts';
import type { HttpRoute } from './route.ts';

/** Says that the server serves; for whatever supervises it, so without the token. Tells nothing else. */
export const healthRoute: HttpRoute = {
  methods: ['GET', 'HEAD'],
  prefix: '/health',
  withoutToken: true,
  handle: (_request, response) => sendJson(response, 200, { status: 'ok' }),
};
