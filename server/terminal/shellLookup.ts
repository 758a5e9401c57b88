import { stat } from 'node:fs/promises';
import { name, placeOf, targetOf } from '../files/containment.ts';
import { FileError } from '../files/fileError.ts';
import type { Folders } from '../files/folders.ts';
import type { ParentWatch } from '../process/parentWatch.ts';
import type { ShellProfile, TerminalRefusal, TerminalRequest } from '../protocol/terminal.ts';
import { startPty } from './nodePty.ts';
import { shellIntegration } from './shellIntegration.ts';
import type { Shell } from './terminals.ts';

export interface ShellLookupOptions {
  readonly profiles: readonly ShellProfile[];
  readonly folders: Folders;
  readonly env: Readonly<Record<string, string>>;
  readonly watch: ParentWatch;
}

/** Finds what a page asks for: one of the profiles, in an opened folder by its real path. */
export async function findShell(
  request: TerminalRequest,
  { profiles, folders, env, watch }: ShellLookupOptions,
): Promise<Shell | TerminalRefusal> {
  const profile = profiles.find((profile) =>
    request.profile === null ? profile.isDefault : profile.name === request.profile,
  );
  if (!profile) return unknownProfile(request.profile, profiles);
  const cwd = await realFolder(request.cwd, folders);
  if (typeof cwd !== 'string') return cwd;
  const { columns, rows, nonce } = request;
  const integration = shellIntegration(profile.path, nonce, env['ZDOTDIR']);
  const launch = {
    file: profile.path,
    args: integration.args,
    cwd,
    env: { ...env, ...integration.env },
    columns,
    rows,
  };
  return {
    profile: profile.name,
    cwd,
    start: (events) => startPty(launch, watch, events),
  };
}

function unknownProfile(name: string | null, profiles: readonly ShellProfile[]): TerminalRefusal {
  const there = profiles.map((profile) => profile.name).join(', ');
  const message =
    name === null
      ? 'No shell was found on this machine. Install one, or set SHELL to its path, and start the server again.'
      : `The server has no shell ${JSON.stringify(name.slice(0, 100))}. It has: ${there}.`;
  return { refused: 'unknown-profile', message };
}

async function realFolder(uri: string, folders: Folders): Promise<string | TerminalRefusal> {
  try {
    const place = placeOf(uri, folders);
    const path = await targetOf(place);
    const isFolder = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isFolder) return path;
    return { refused: 'cwd', message: `${name(place)} is no folder that a terminal could start in.` };
  } catch (error) {
    if (error instanceof FileError) return { refused: 'cwd', message: error.message };
    throw error;
  }
}
