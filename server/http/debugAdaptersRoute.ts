import type { Catalog, DebugAdapterEntry } from '../catalog/catalog.ts';
import type { DebugAdapterAvailability } from '../protocol/debug.ts';
import { sendJson } from './answers.ts';
import type { HttpRoute } from './route.ts';

export interface DebugAdaptersRouteOptions {
  readonly catalog: Pick<Catalog, 'debugAdapters'>;
  readonly launcher: { availability(entry: DebugAdapterEntry): Promise<DebugAdapterAvailability> };
}

/** `GET /api/debug-adapters[?type=<type>]`: looked up for each request, since people install what they are told is missing. */
export function debugAdaptersRoute({ catalog, launcher }: DebugAdaptersRouteOptions): HttpRoute {
  // However many pages ask, each program is asked once at a time.
  const looking = new Map<string, Promise<DebugAdapterAvailability>>();
  const availability = (entry: DebugAdapterEntry) => {
    const { type } = entry.descriptor;
    const found = looking.get(type) ?? launcher.availability(entry).finally(() => looking.delete(type));
    looking.set(type, found);
    return found;
  };
  return {
    methods: ['GET'],
    prefix: '/api/debug-adapters',
    handle: async (_request, response, url) => {
      const type = url.searchParams.get('type');
      const wanted = catalog
        .debugAdapters()
        .filter(({ descriptor }) => type === null || descriptor.type === type);
      sendJson(response, 200, await Promise.all(wanted.map(availability)));
    },
  };
}
