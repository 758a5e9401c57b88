import { isRecord } from './json.ts';

/** LSP 3.18 "Registration": what a server asks the client to do. */
export interface Registration {
  readonly method: string;
  readonly registerOptions?: unknown;
}

/**
 * A registration of watched files without the patterns whose base lies outside the opened folders: only those
 * folders are watched, and asking for others fails. Other registrations stay as they are.
 *
 * @param folders URIs without a trailing slash
 */
export function watchedInside<T extends Registration>(registration: T, folders: readonly string[]): T {
  const options = registration.registerOptions;
  if (registration.method !== 'workspace/didChangeWatchedFiles' || !isRecord(options)) return registration;
  if (!Array.isArray(options['watchers'])) return registration;
  const watchers = options['watchers'].filter((watcher: unknown) => {
    const base = isRecord(watcher) && baseOf(watcher['globPattern']);
    return (
      typeof base !== 'string' || folders.some((folder) => base === folder || base.startsWith(`${folder}/`))
    );
  });
  return { ...registration, registerOptions: { ...options, watchers } };
}

/** The URI a relative pattern starts from; a plain pattern has none. */
function baseOf(pattern: unknown): string | undefined {
  if (!isRecord(pattern)) return undefined;
  const base = isRecord(pattern['baseUri']) ? pattern['baseUri']['uri'] : pattern['baseUri'];
  return typeof base === 'string' ? decodeURI(base).replace(/\/$/, '') : undefined;
}
