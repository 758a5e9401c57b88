import { accessSync, constants, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, delimiter, isAbsolute } from 'node:path';
import which from 'which';
import { isPathInside } from '../files/fileUri.ts';
import type { ShellProfile } from '../protocol/terminal.ts';

const known: Readonly<Record<string, readonly string[]>> = {
  win32: ['pwsh', 'powershell', 'cmd'],
  other: ['bash', 'zsh', 'fish', 'pwsh', 'sh'],
};

export interface ShellPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Real paths: no shell is taken from there. */
  readonly openedFolders: readonly string[];
}

/** The shells of this machine, the user's own first. */
export async function shellProfiles({ env, openedFolders }: ShellPlace): Promise<readonly ShellProfile[]> {
  const isWindows = process.platform === 'win32';
  const names = known[isWindows ? 'win32' : 'other'] ?? [];
  const path = (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((entry) => isAbsolute(entry))
    .join(delimiter);
  const found = await Promise.all(names.map((name) => which(name, { nothrow: true, all: true, path })));
  const own = isWindows ? [] : loginShell(env);
  const paths = [...own, ...found.flatMap((hits) => (hits ?? []).filter(isOutside).slice(0, 1))];
  const profiles = new Map<string, ShellProfile>();
  for (const path of paths) {
    const name = basename(path).replace(/\.exe$/i, '');
    if (!profiles.has(name)) profiles.set(name, { name, path, isDefault: profiles.size === 0 });
  }
  return [...profiles.values()];

  function isOutside(path: string): boolean {
    const real = realpathSync.native(path);
    return !openedFolders.some((folder) => isPathInside(path, folder) || isPathInside(real, folder));
  }
}

/** Its path, or nothing where the user has none that works. */
function loginShell(env: ShellPlace['env']): readonly string[] {
  const candidates = [env['SHELL'], passwdShell()].filter((path) => path !== undefined && path !== null);
  return candidates.filter((path) => isAbsolute(path) && isUsable(path)).slice(0, 1);
}

function passwdShell(): string | null {
  try {
    return userInfo().shell;
  } catch {
    // A user id without an entry, as in containers.
    return null;
  }
}

function isUsable(path: string): boolean {
  if (/^(nologin|false|true)$/.test(basename(path))) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // It is not there, or may not be run.
    return false;
  }
}
