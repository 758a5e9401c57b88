import type { Catalog, DebugAdapterEntry } from '../catalog/catalog.ts';
import type { DebugAdapterAvailability } from '../protocol/debug.ts';
import { sendJson } from './answers.ts';
import type { HttpRoute } from './route.ts';

export interface DebugAdaptersRouteOptions {
  readonly catalog: Pick<Catalog, 'debugAdapters'>;
  readonly launcher: { availability(entry: DebugAdapterEntry): Promise<DebugAdapterAvailability> };
}

/** `GET /api/debug-adapters`: looked up for each request, since people install what they are told is missing. */
export function debugAdaptersRoute({ catalog, launcher }: DebugAdaptersRouteOptions): HttpRoute {
  // However many pages ask, each program is asked once at a time.
  let looking: Promise<readonly DebugAdapterAvailability[]> | undefined;
  return {
    methods: ['GET'],
    prefix: '/api/debug-adapters',
    handle: async (_request, response) => {
      looking ??= Promise.all(catalog.debugAdapters().map((entry) => launcher.availability(entry))).finally(
        () => (looking = undefined),
      );
      sendJson(response, 200, await looking);
    },
  };
}
