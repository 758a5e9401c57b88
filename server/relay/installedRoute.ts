import { sendJson, sendRefusal } from '../http/answers.ts';
import type { HttpRoute, Refusal } from '../http/route.ts';
import { decodeSegment } from '../http/urlSegment.ts';
import type { Installer } from '../install/installer.ts';
import type { Install, InstalledList } from '../protocol/install.ts';

export interface InstalledRouteOptions {
  readonly prefix: string;
  /** What an id of the route stands for. */
  readonly find: (
    id: string,
  ) => { readonly label: string; readonly install?: Install | undefined } | undefined;
  /** Without it, nothing is ever there. */
  readonly installer: Pick<Installer, 'has' | 'uninstall' | 'folderOf'> | undefined;
}

/** `GET <prefix>?id=<id>&id=…`, `POST <prefix>/<id>/uninstall`: see `server/protocol/install.ts`. */
export function installedRoute({ prefix, find, installer }: InstalledRouteOptions): HttpRoute {
  return {
    methods: ['GET', 'POST'],
    prefix,
    handle: async (request, response, url) => {
      const [segment = '', action, ...rest] = url.pathname.slice(prefix.length + 1).split('/');
      if (request.method === 'GET' && segment === '') {
        const installed = url.searchParams.getAll('id').filter((id) => {
          const install = find(id)?.install;
          return install && installer?.has(install);
        });
        const list: InstalledList = { installed };
        return sendJson(response, 200, list);
      }
      const id = decodeSegment(segment);
      if (request.method !== 'POST' || action !== 'uninstall' || rest.length > 0 || id === undefined) {
        return sendRefusal(response, nothingHere(url, prefix));
      }
      const found = find(id);
      const label = found?.label ?? JSON.stringify(id.slice(0, 100));
      if (!found?.install || !installer) return sendRefusal(response, notInstalled(label));
      const outcome = await installer.uninstall(found.install);
      if (outcome.kind === 'uninstalled') return sendJson(response, 200, {});
      if (outcome.kind === 'absent') return sendRefusal(response, notInstalled(label));
      sendRefusal(response, {
        status: 409,
        error: 'not-uninstalled',
        message: `${label} could not be uninstalled: ${outcome.reason}. It lies in ${installer.folderOf(found.install)}.`,
      });
    },
  };
}

function notInstalled(label: string): Refusal {
  return {
    status: 404,
    error: 'not-installed',
    message: `${label} was not installed by Mooring, or is uninstalled already.`,
  };
}

function nothingHere({ pathname }: URL, prefix: string): Refusal {
  return {
    status: 404,
    error: 'not-found',
    message: `There is nothing at ${pathname.slice(0, 200)}. What was installed takes POST ${prefix}/<id>/uninstall.`,
  };
}
