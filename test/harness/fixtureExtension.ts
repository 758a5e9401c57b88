import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LanguageServerContribution } from '../../server/protocol/descriptor.ts';
import type { Workspace } from './workspace.ts';

const servers = fileURLToPath(new URL('../fixtures/servers', import.meta.url));

/** Without `languages` it gets one of its own. */
export type FixtureServer = Omit<LanguageServerContribution, 'languages'> &
  Partial<Pick<LanguageServerContribution, 'languages'>>;

/**
 * Writes an extension folder beside the workspace: one language per server that names none, whose id and file
 * extension are the server's id. `./good.mjs` and the like are the fixture servers.
 *
 * @returns the flags that make Mooring load it.
 */
export function fixtureExtension(
  workspace: Workspace,
  contributions: readonly FixtureServer[],
  more: Readonly<Record<string, unknown>> = {},
): string[] {
  const folder = workspace.outside('extensions');
  const extension = join(folder, 'fixtures');
  mkdirSync(folder);
  cpSync(servers, extension, { recursive: true });
  const manifest = {
    name: 'fixtures',
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.91.0' },
    contributes: {
      languages: contributions
        .filter(({ languages }) => !languages)
        .map(({ id }) => ({ id, extensions: [`.${id}`] })),
      languageServers: contributions.map((server) => ({ languages: [server.id], ...server })),
      ...more,
    },
  };
  writeFileSync(join(extension, 'package.json'), JSON.stringify(manifest));
  return ['--extensions-dir', folder];
}
