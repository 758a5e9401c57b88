import { FileSystemError, Uri, workspace, type DebugConfiguration, type WorkspaceFolder } from 'vscode';
import { isRecord } from '../json.ts';

/**
 * A launch configuration with the variables of its `envFile` among those of its `env`, which win. Adapters leave this
 * file to the editor, or would read it from anywhere.
 * @throws {Error} where the file is not in an opened folder, or cannot be read
 */
export async function withEnvFile(
  configuration: DebugConfiguration,
  folder: WorkspaceFolder | undefined,
): Promise<DebugConfiguration> {
  const { envFile, ...others } = configuration;
  if (typeof envFile !== 'string' || envFile === '') return configuration;
  const path = envFile.replaceAll('\\', '/');
  const uri = path.startsWith('/') ? folder?.uri.with({ path }) : folder && Uri.joinPath(folder.uri, path);
  const isInside = uri && !path.split('/').includes('..') && workspace.getWorkspaceFolder(uri);
  if (!isInside)
    throw new Error(`"envFile" of "${configuration.name}": ${envFile} is not in the opened folder.`);
  const text = new TextDecoder().decode(await read(uri, configuration.name));
  const env: unknown = configuration['env'];
  return { ...others, env: { ...parseEnvironment(text), ...(isRecord(env) ? env : {}) } };
}

async function read(uri: Uri, name: string): Promise<Uint8Array> {
  try {
    return await workspace.fs.readFile(uri);
  } catch (error) {
    const isMissing = error instanceof FileSystemError && error.code === 'FileNotFound';
    const why = isMissing ? 'does not exist' : `cannot be read: ${String(error)}`;
    throw new Error(`"envFile" of "${name}": ${uri.path} ${why}.`, { cause: error });
  }
}

const assignment =
  /^[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_][\w.-]*)[^\S\n]*=[^\S\n]*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([^\n#]*))/gm;

/** `NAME=value` lines, quoted or not, as such files are written: `#` begins a comment, `\n` in "…" a new line. */
function parseEnvironment(text: string): Record<string, string> {
  const lines = text.replaceAll('\r\n', '\n').matchAll(assignment);
  return Object.fromEntries(
    Array.from(lines, ([, name = '', double, single, bare = '']) => [
      name,
      double?.replaceAll('\\n', '\n').replaceAll(/\\(["\\])/g, '$1') ?? single ?? bare.trim(),
    ]),
  );
}
