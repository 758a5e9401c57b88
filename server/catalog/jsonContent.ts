import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findJsoncProblem, type JsonPath, type JsonProblem } from './jsonPosition.ts';

/** Larger ones are data rather than something that somebody wrote. */
const sizeLimit = 8 * 1024 * 1024;
/** What VS Code reads as JSON. Grammars may be XML property lists as well. */
const jsonKinds: ReadonlySet<string> = new Set([
  'grammars',
  'languages',
  'themes',
  'iconThemes',
  'productIconThemes',
  'snippets',
]);

/** Whether a file that is named at this place of a manifest holds JSON. */
export function holdsJson(path: JsonPath, file: string): boolean {
  const [root, kind] = path;
  const last = path.at(-1);
  if (root !== 'contributes' || typeof kind !== 'string' || !jsonKinds.has(kind)) return false;
  return (last === 'path' || last === 'configuration') && /\.(json|code-snippets)$/i.test(file);
}

/** Why VS Code will not be able to read the file; undefined where it will. @throws NodeJS.ErrnoException */
export async function problemWithJson(folder: string, file: string): Promise<JsonProblem | undefined> {
  const path = join(folder, file);
  if ((await stat(path)).size > sizeLimit) return undefined;
  return findJsoncProblem(await readFile(path, 'utf8'));
}
