import { l10n, Uri, window, workspace, type DebugConfiguration, type WorkspaceFolder } from 'vscode';
import { isRecord } from '../../json.ts';
import type { LaunchPlace } from '../dialects/dialect.ts';
import { findCompiled } from './compiled.ts';
import { findLoader } from './loader.ts';

/** What a configuration says where its author has seen to TypeScript. */
const loads = /\b(?:tsx|ts-node|swc|esbuild|loader|import|require|strip-types|transform-types)\b|(?:^| )-r\b/;

/**
 * A launch of a TypeScript file, as Node can run it: by the loader that the folder has installed, as what it was
 * compiled to, or as it is, where Node takes types away by itself. Where the configuration sees to that, it stays.
 * @returns undefined when there is no way, which the user has been told
 */
export async function prepareTypeScript(
  configuration: DebugConfiguration,
  { folder, runtime, serverPath }: LaunchPlace,
): Promise<DebugConfiguration | undefined> {
  const program = programOf(configuration, folder);
  if (!program || configuration['outFiles'] !== undefined) return configuration;
  const loader = workspace.isTrusted ? await findLoader(program, folder.uri, serverPath) : undefined;
  if (loader) {
    const given: unknown = configuration['runtimeArgs'];
    return {
      ...mapsOf(serverPath(folder.uri)),
      ...configuration,
      runtimeArgs: [...loader, ...(Array.isArray(given) ? given : [])],
    };
  }
  const compiled = await findCompiled(program, folder.uri);
  if (compiled) {
    if (compiled.isStale) void window.showWarningMessage(staleText(compiled.file, program));
    return { ...configuration, program: compiled.file.path };
  }
  const [version, types] = (await runtime())?.split(' ') ?? [];
  // Where Node did not say, it will.
  if (version === undefined || (types !== 'false' && !program.path.endsWith('x'))) return configuration;
  const text = l10n.t(
    'Node {0} does not run {1} as it is, and the folder has nothing that does. Install "tsx" in it (npm install --save-dev tsx), or compile it with source maps ("sourceMap": true in tsconfig.json), then start again. Node runs TypeScript by itself from 22.18 on.',
    version,
    workspace.asRelativePath(program),
  );
  // An error that is thrown would have VS Code make a launch.json, which is not what is missing.
  await window.showErrorMessage(text, { modal: true });
  return undefined;
}

/**
 * Where sources are compiled as they are loaded, there is nothing to be found before: what they were compiled to
 * earlier would be run instead, and breakpoints would come too late.
 */
function mapsOf(folder: string): Partial<DebugConfiguration> {
  return {
    outFiles: [],
    resolveSourceMapLocations: [`${folder}/**`, '!**/node_modules/**'],
    pauseForSourceMap: true,
  };
}

/** The TypeScript file that plain Node is to run. */
function programOf(configuration: DebugConfiguration, folder: WorkspaceFolder): Uri | undefined {
  const { request, program, runtimeExecutable, runtimeArgs, env, cwd } = configuration;
  if (request !== 'launch' || typeof program !== 'string' || !/\.[mc]?tsx?$/.test(program)) return undefined;
  if (runtimeExecutable !== undefined && runtimeExecutable !== 'node') return undefined;
  const options = isRecord(env) ? env['NODE_OPTIONS'] : undefined;
  if (loads.test([runtimeArgs, options].flat().join(' '))) return undefined;
  const path = slashes(program);
  if (path.startsWith('/')) return folder.uri.with({ path });
  const base = typeof cwd === 'string' ? slashes(cwd) : '.';
  return Uri.joinPath(
    base.startsWith('/') ? folder.uri.with({ path: base }) : Uri.joinPath(folder.uri, base),
    path,
  );
}

/** A browser on Windows turns the slashes of a path. */
function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function staleText(compiled: Uri, source: Uri): string {
  return l10n.t(
    '{0} is older than {1}: what runs is the text it was compiled from. Compile it again.',
    workspace.asRelativePath(compiled),
    workspace.asRelativePath(source),
  );
}
