import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { JsonPath } from './jsonPosition.ts';

/** A file of the extension that its manifest names. */
export interface ReferencedFile {
  readonly path: JsonPath;
  readonly file: string;
}

/** The files that VS Code will ask for by what a manifest says. */
export function referencedFiles(manifest: Record<string, unknown>): readonly ReferencedFile[] {
  return shapes.flatMap((shape) => collect(manifest, shape, []));
}

/** Why a referenced file cannot be used. */
export interface FileProblem {
  readonly message: string;
  readonly isMissing: boolean;
}

/** Undefined where it can be used. */
export async function problemWithFile(folder: string, file: string): Promise<FileProblem | undefined> {
  const target = resolve(folder, file);
  const fault = (message: string): FileProblem => ({ message, isMissing: false });
  if (!target.startsWith(folder + sep)) return fault(`"${file}" lies outside the extension's folder.`);
  try {
    const real = await realpath(target);
    if (!real.startsWith(folder + sep)) return fault(`"${file}" leads outside the extension's folder.`);
    return (await stat(real)).isFile() ? undefined : fault(`"${file}" is not a file.`);
  } catch {
    // Why it cannot be read makes no difference to what is to be done.
    return { message: `the file "${file}" is missing.`, isMissing: true };
  }
}

/** The entry point, for which VS Code adds ".js" where it is left out. */
export async function problemWithEntry(folder: string, file: string): Promise<FileProblem | undefined> {
  const problem = await problemWithFile(folder, file);
  if (!problem || !(await problemWithFile(folder, `${join(file)}.js`))) return undefined;
  return problem;
}

/** Where manifests name files; `*` stands for every item of a list. */
const shapes: readonly (readonly string[])[] = [
  ['icon'],
  ['contributes', 'grammars', '*', 'path'],
  ['contributes', 'languages', '*', 'configuration'],
  ['contributes', 'languages', '*', 'icon', 'light'],
  ['contributes', 'languages', '*', 'icon', 'dark'],
  ['contributes', 'themes', '*', 'path'],
  ['contributes', 'iconThemes', '*', 'path'],
  ['contributes', 'productIconThemes', '*', 'path'],
  ['contributes', 'snippets', '*', 'path'],
  ['contributes', 'commands', '*', 'icon'],
  ['contributes', 'commands', '*', 'icon', 'light'],
  ['contributes', 'commands', '*', 'icon', 'dark'],
  ['contributes', 'viewsContainers', 'activitybar', '*', 'icon'],
  ['contributes', 'viewsContainers', 'panel', '*', 'icon'],
  ['contributes', 'walkthroughs', '*', 'icon'],
  ['contributes', 'walkthroughs', '*', 'steps', '*', 'media', 'image'],
  ['contributes', 'walkthroughs', '*', 'steps', '*', 'media', 'image', 'light'],
  ['contributes', 'walkthroughs', '*', 'steps', '*', 'media', 'image', 'dark'],
  ['contributes', 'walkthroughs', '*', 'steps', '*', 'media', 'svg'],
  ['contributes', 'walkthroughs', '*', 'steps', '*', 'media', 'markdown'],
  ['contributes', 'notebookRenderer', '*', 'entrypoint'],
  ['contributes', 'notebookRenderer', '*', 'entrypoint', 'path'],
  ['contributes', 'notebookPreload', '*', 'entrypoint'],
  ['contributes', 'markdown.previewStyles', '*'],
  ['contributes', 'jsonValidation', '*', 'url'],
  ['contributes', 'languageServers', '*', 'command', '*', 'module'],
  ['contributes', 'debugAdapters', '*', 'command', '*', 'module'],
];

function collect(value: unknown, shape: readonly string[], path: JsonPath): ReferencedFile[] {
  const [key, ...rest] = shape;
  if (key === undefined)
    return typeof value === 'string' && isOwnFile(value, path) ? [{ path, file: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (key === '*') {
    return Array.isArray(value)
      ? value.flatMap((item: unknown, index) => collect(item, rest, [...path, index]))
      : [];
  }
  const inner: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return collect(inner, rest, [...path, key]);
}

/** A schema may lie on the web, a module in a package, and an icon may be one of VS Code's. */
function isOwnFile(value: string, path: JsonPath): boolean {
  const last = path.at(-1);
  if (last === 'url' || last === 'module') return value.startsWith('./') || value.startsWith('../');
  return !/^\$\(.*\)$|^(https|data):/.test(value);
}
