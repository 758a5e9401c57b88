import { Uri, workspace } from 'vscode';
import { isRecord } from '../../json.ts';

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
  const manifest = await readManifest(root);
  if (!manifest) return undefined;
  const { exports, main } = manifest;
  const own: unknown = isRecord(exports) ? exports['.'] : exports;
  const entry: unknown = isRecord(own) ? (own['import'] ?? own['default']) : (own ?? main);
  return typeof entry === 'string' ? Uri.joinPath(root, entry) : undefined;
}

async function isModule(program: Uri, folder: Uri): Promise<boolean> {
  for (const above of foldersAbove(program, folder)) {
    const manifest = await readManifest(above);
    if (manifest) return manifest['type'] === 'module' && !program.path.endsWith('.cts');
  }
  return false;
}

async function readManifest(folder: Uri): Promise<Record<string, unknown> | undefined> {
  try {
    const text = await workspace.fs.readFile(Uri.joinPath(folder, 'package.json'));
    const manifest: unknown = JSON.parse(new TextDecoder().decode(text));
    return isRecord(manifest) ? manifest : undefined;
  } catch {
    // There is none, or none that Node could read.
    return undefined;
  }
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    // Whatever the reason, Node could not load it either.
    return false;
  }
}
