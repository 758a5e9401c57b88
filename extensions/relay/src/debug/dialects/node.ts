import type { DebugConfiguration } from 'vscode';
import { prepareTypeScript } from '../typescript/prepareTypeScript.ts';
import type { DebugDialect } from './dialect.ts';

/** js-debug: the session that is launched never stops; what it runs are children of it. */
export const node: DebugDialect = {
  managesChildren: true,
  prepare: prepareTypeScript,
  adapt(configuration, folder) {
    if (!folder || configuration['__pendingTargetId'] !== undefined) return configuration;
    // What its own extension fills in: patterns and names of files count from here.
    return { cwd: folder, __workspaceFolder: folder, ...ownMaps(configuration), ...configuration };
  },
};

/** Packages name source maps that they do not ship: to say so of each is noise. */
function ownMaps({ outFiles }: DebugConfiguration): Partial<DebugConfiguration> {
  return outFiles === undefined ? { resolveSourceMapLocations: ['**', '!**/node_modules/**'] } : {};
}
