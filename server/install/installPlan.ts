import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Install } from '../protocol/install.ts';

/** How one pinned thing gets onto this machine. Nothing of it comes from a page. */
export interface InstallPlan {
  readonly tool: 'npm' | 'go';
  /** Where it lies once it is installed; the version is part of the name. */
  readonly folder: string;
  /** @param draft the folder that becomes `folder` when all has gone well */
  readonly args: (draft: string) => readonly string[];
  readonly env: (draft: string) => Readonly<Record<string, string>>;
  /** Below the folder: it was installed if this is there. */
  readonly proof: string;
}

/** @param servers the folder that holds everything installed */
export function planOf(install: Install, servers: string): InstallPlan {
  if ('npm' in install) {
    const name = install.npm.slice(0, install.npm.lastIndexOf('@'));
    return {
      tool: 'npm',
      folder: join(servers, 'npm', folderName(install.npm)),
      args: (draft) => [
        'install',
        install.npm,
        '--prefix',
        draft,
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--no-progress',
        '--loglevel=http',
      ],
      env: () => ({}),
      proof: join('node_modules', name, 'package.json'),
    };
  }
  return {
    tool: 'go',
    folder: join(servers, 'go', folderName(install.go)),
    args: () => ['install', install.go],
    // Its own place for the program, and no other toolchain than the one that is there.
    env: (draft) => ({ GOBIN: join(draft, 'bin'), GOTOOLCHAIN: 'local', GOFLAGS: '-modcacherw' }),
    proof: 'bin',
  };
}

/** Readable, and different for different things. */
function folderName(spec: string): string {
  const hash = createHash('sha256').update(spec).digest('hex').slice(0, 8);
  return `${spec.replaceAll(/[^\w.@-]+/g, '-')}-${hash}`;
}
