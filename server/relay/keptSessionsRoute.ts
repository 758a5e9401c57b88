import type { DebugBroker } from '../broker/debug/debugBroker.ts';
import { sendJson } from '../http/answers.ts';
import type { HttpRoute } from '../http/route.ts';

const mostKeys = 64;

/** `GET /api/debug-sessions?session=<key>…`: see `KeptSession`. */
export function keptSessionsRoute(broker: Pick<DebugBroker, 'inquire'>): HttpRoute {
  return {
    methods: ['GET'],
    prefix: '/api/debug-sessions',
    handle: async (_request, response, url) => {
      const keys = url.searchParams.getAll('session').slice(0, mostKeys);
      sendJson(response, 200, await Promise.all(keys.map((key) => broker.inquire(key))));
    },
  };
}
