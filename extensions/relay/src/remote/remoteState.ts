import type { BootFolder } from '../../../../server/protocol/boot.ts';
import { pathOfFileUri } from '../../../../server/protocol/fileUrl.ts';

/** How it stands with the relay of a page that is not the relay's own. */
export type RemoteState =
  /** Neither folder nor setting say where a relay is. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'noToken'; readonly origin: string }
  | { readonly kind: 'connecting'; readonly origin: string }
  | {
      readonly kind: 'connected';
      readonly origin: string;
      readonly token: string;
      readonly folder: BootFolder;
    }
  /** The token is not the relay's. */
  | { readonly kind: 'wrongToken'; readonly origin: string }
  /** No answer, or none that this page may read: browsers do not say which. */
  | { readonly kind: 'unreachable'; readonly origin: string }
  /** Something answered, but not as a relay that lets this page in. */
  | { readonly kind: 'refused'; readonly origin: string; readonly reason: string };

export type Translate = (message: string, ...args: string[]) => string;

export interface RemoteText {
  readonly summary: string;
  readonly detail: string;
  readonly icon: string;
  readonly severity: 'information' | 'warning' | 'error';
}

/** What a page needs to know of itself to say why it was not let in. */
export interface PageOrigin {
  /** Of the extension host, whose requests the relay sees. */
  readonly pattern: string;
  readonly isSecure: boolean;
  /** Paths of the folders that are open under the relay's name. */
  readonly folders: readonly string[];
}

/** The state in words; undefined when there is nothing to say. Pure. */
export function remoteText(state: RemoteState, page: PageOrigin, t: Translate): RemoteText | undefined {
  switch (state.kind) {
    case 'unknown':
      return undefined;
    case 'connecting':
      return {
        summary: t('Connecting…'),
        detail: t('Connecting to the relay at {0}.', state.origin),
        icon: 'sync~spin',
        severity: 'information',
      };
    case 'connected':
      if (isElsewhere(state.folder, page)) {
        return {
          summary: t('Other folder'),
          detail: t(
            'The relay at {0} serves the folder {1}, and not the one that is open here. Open its folder, or start it with this one.',
            state.origin,
            pathOfFileUri(state.folder.uri),
          ),
          icon: 'warning',
          severity: 'warning',
        };
      }
      return {
        summary: state.folder.name,
        detail: t(
          'Connected to the relay at {0}, which serves {1}.',
          state.origin,
          pathOfFileUri(state.folder.uri),
        ),
        icon: 'remote',
        severity: 'information',
      };
    case 'noToken':
      return {
        summary: t('Token needed'),
        detail: t(
          'The relay at {0} needs its token, to read and write files and to run language servers. It is in the address that the relay printed when it started.',
          state.origin,
        ),
        icon: 'key',
        severity: 'warning',
      };
    case 'wrongToken':
      return {
        summary: t('Wrong token'),
        detail: t(
          'The token is not that of the relay at {0}. Enter the address that the relay printed when it started.',
          state.origin,
        ),
        icon: 'key',
        severity: 'error',
      };
    case 'unreachable':
      return {
        summary: t('Not reachable'),
        detail: unreachable(state.origin, page, t),
        icon: 'debug-disconnect',
        severity: 'error',
      };
    case 'refused':
      return {
        summary: t('Refused'),
        detail: t('The relay at {0} refused this page: {1}', state.origin, state.reason),
        icon: 'error',
        severity: 'error',
      };
  }
}

function isElsewhere({ uri }: BootFolder, { folders }: PageOrigin): boolean {
  const path = pathOfFileUri(uri);
  return folders.length > 0 && folders.every((folder) => folder.replace(/\/$/, '') !== path);
}

function unreachable(origin: string, page: PageOrigin, t: Translate): string {
  const isBlocked =
    page.isSecure && origin.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(origin);
  if (isBlocked) {
    return t(
      'The relay at {0} cannot be reached: a page that came over https may only use relays on https or on this machine.',
      origin,
    );
  }
  return t(
    'The relay at {0} cannot be reached. Either it does not run there, or it does not let this page in: start it with --allow-origin "{1}".',
    origin,
    page.pattern,
  );
}
