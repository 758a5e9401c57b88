import { Uri } from 'vscode';
import { isRecord } from '../../json.ts';
import { exists, readManifest } from '../folderFiles.ts';

/**
 * Arguments by which Node loads TypeScript through what the folder has installed: tsx, or ts-node, which knows
 * CommonJS alone. It is named by its file, since Node would look for it from wherever the program is started.
 */
export async function findLoader(
  program: Uri,
  folder: Uri,
  serverPath: (uri: Uri) => string,
): Promise<readonly string[] | undefined> {
  for (const above of foldersAbove(program, folder)) {
    const tsx = await entryOf(Uri.joinPath(above, 'node_modules/tsx'));
    if (tsx) return ['--import', Uri.file(serverPath(tsx)).toString()];
  }
  if (program.path.endsWith('.mts') || (await isModule(program, folder))) return undefined;
  for (const above of foldersAbove(program, folder)) {
    const tsNode = Uri.joinPath(above, 'node_modules/ts-node/register/index.js');
    if (await exists(tsNode)) return ['--require', serverPath(tsNode)];
  }
  return undefined;
}

/** From the folder of the program up to the opened one. */
function foldersAbove(program: Uri, folder: Uri): readonly Uri[] {
  const found: Uri[] = [];
  const root = folder.path.replace(/\/+$/, '');
  for (let at = parent(program); at.path.startsWith(`${root}/`); at = parent(at)) found.push(at);
  return [...found, folder];
}

function parent(uri: Uri): Uri {
  return Uri.joinPath(uri, '..');
}

/** What `import` of a package loads. */
async function entryOf(root: Uri): Promise<Uri | undefined> {
  const manifest = await readManifest(Uri.joinPath(root, 'package.json'));
  if (!manifest) return undefined;
  const { exports, main } = manifest;
  const own: unknown = isRecord(exports) ? exports['.'] : exports;
  const entry: unknown = isRecord(own) ? (own['import'] ?? own['default']) : (own ?? main);
  return typeof entry === 'string' ? Uri.joinPath(root, entry) : undefined;
}

async function isModule(program: Uri, folder: Uri): Promise<boolean> {
  for (const above of foldersAbove(program, folder)) {
    const manifest = await readManifest(Uri.joinPath(above, 'package.json'));
    if (manifest) return manifest['type'] === 'module' && !program.path.endsWith('.cts');
  }
  return false;
}
