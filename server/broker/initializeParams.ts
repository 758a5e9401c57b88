import { isRecord } from './rpc.ts';
import type { Subject } from './ports.ts';

/**
 * The page's `initialize` parameters as the process gets them: which process is its parent and where the folder
 * lies is the broker's to say, for the page may see the folder under another URI or none at all.
 */
export function initializeParams(page: unknown, subject: Subject, parent: number): Record<string, unknown> {
  const params = isRecord(page) ? page : {};
  const { uri, path, name } = subject.folder;
  const options =
    params['initializationOptions'] ?? replacePlaceholders(subject.initializationOptions, subject);
  return {
    ...params,
    processId: parent,
    rootUri: uri,
    rootPath: path,
    workspaceFolders: [{ uri, name }],
    capabilities: isRecord(params['capabilities']) ? params['capabilities'] : {},
    ...(options === undefined ? {} : { initializationOptions: options }),
  };
}

/** `${extensionUri}` and `${folderUri}` in every string of a JSON value. */
function replacePlaceholders(value: unknown, subject: Subject): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll('${extensionUri}', subject.extensionUri)
      .replaceAll('${folderUri}', subject.folder.uri);
  }
  if (Array.isArray(value)) return value.map((item) => replacePlaceholders(item, subject));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replacePlaceholders(item, subject)]),
  );
}
