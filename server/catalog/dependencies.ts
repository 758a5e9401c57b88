import type { ManifestFault } from '../protocol/boot.ts';
import type { ReadExtension } from './extensionReader.ts';

type Extension = NonNullable<ReadExtension['extension']>;

/**
 * What is wrong with `extensionDependencies`: extensions that are not here, and circles. VS Code loads nothing of
 * the extensions of a circle, not even what they declare.
 *
 * @param extensions those that are loaded
 */
export function dependencyFaults(extensions: readonly Extension[]): readonly ManifestFault[] {
  const byId = new Map(extensions.map((extension) => [extension.boot.id, extension]));
  return extensions.flatMap((extension) =>
    dependenciesOf(extension).flatMap((id, index) => {
      const path = ['extensionDependencies', index];
      if (!byId.has(id.toLowerCase())) {
        const message = `it depends on the extension "${id}", which is not here. What it declares works; its code does not start until that one is added.`;
        return [extension.addFault(path, message, 'warning')];
      }
      if (!leadsTo(byId, id.toLowerCase(), extension.boot.id)) return [];
      const itself = id.toLowerCase() === extension.boot.id;
      const message = `${itself ? 'it depends on itself' : `"${id}" depends on this one in turn`}, so nothing of it is loaded. Remove one of the dependencies, then reload the page.`;
      return [extension.addFault(path, message, 'error')];
    }),
  );
}

function leadsTo(byId: ReadonlyMap<string, Extension>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    const extension = byId.get(id);
    if (extension) open.push(...dependenciesOf(extension).map((next) => next.toLowerCase()));
  }
  return false;
}

function dependenciesOf({ boot }: Extension): readonly string[] {
  // Anything else was left out when the manifest was read.
  const list = boot.manifest['extensionDependencies'] as readonly string[] | undefined;
  return list ?? [];
}
