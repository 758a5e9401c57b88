import { Uri, workspace, type DebugConfiguration, type WorkspaceFolder } from 'vscode';
import { isRecord } from '../../json.ts';
import { exists, readManifest } from '../folderFiles.ts';

/** As many packages of a folder have their scripts offered. */
const maxPackages = 50;
const skipFiles = ['<node_internals>/**'];

/** A lock file says who installs, and so who runs scripts. */
const packageManagers = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
] as const;

/** The file in the editor, and the scripts of every `package.json` of the folder. */
export async function nodeConfigurations(folder: WorkspaceFolder): Promise<DebugConfiguration[]> {
  const own = Uri.joinPath(folder.uri, 'package.json');
  const inside = await workspace.findFiles('**/package.json', '**/node_modules/**', maxPackages);
  const manifests = new Map([own, ...inside].map((uri) => [uri.path, uri]));
  const runner = await packageManager(folder.uri);
  const scripts = await Promise.all(
    [...manifests.values()]
      .filter((uri) => workspace.getWorkspaceFolder(uri)?.index === folder.index)
      .map((uri) => scriptsOf(uri, folder, runner)),
  );
  return [
    { type: 'node', request: 'launch', name: 'Run Current File', program: '${file}', skipFiles },
    ...scripts.flat(),
  ];
}

async function scriptsOf(
  manifest: Uri,
  folder: WorkspaceFolder,
  runner: string,
): Promise<readonly DebugConfiguration[]> {
  const scripts = (await readManifest(manifest))?.['scripts'];
  if (!isRecord(scripts)) return [];
  const place = manifest.path.slice(folder.uri.path.length, -'/package.json'.length);
  const where = place === '' ? '' : ` - ${place.slice(1)}`;
  return Object.keys(scripts).map((script) => ({
    type: 'node',
    request: 'launch',
    name: `Run Script: ${script}${where}`,
    runtimeExecutable: runner,
    runtimeArgs: ['run', script],
    cwd: `\${workspaceFolder}${place}`,
    skipFiles,
  }));
}

async function packageManager(folder: Uri): Promise<string> {
  for (const [lockFile, name] of packageManagers)
    if (await exists(Uri.joinPath(folder, lockFile))) return name;
  return 'npm';
}
