import type { ManifestFault } from '../../server/protocol/boot.ts';

/** One line: extension, file, line, key and what is wrong with it. */
export function describeFault({ extension, file, line, column, key, message }: ManifestFault): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${extension} (${place})${key ? ` ${key}` : ''}: ${message}`;
}

/** One sentence for all of them. */
export function summarizeFaults(faults: readonly ManifestFault[]): string {
  const [first] = faults;
  if (faults.length === 1 && first) return `An extension has a fault. ${describeFault(first)}`;
  const names = [...new Set(faults.map(({ extension }) => extension))];
  const shown = names.slice(0, 3).join(', ');
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return `${faults.length} faults in the manifests of extensions (${shown}${more}). The other extensions are loaded.`;
}
