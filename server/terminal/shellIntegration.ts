import { basename, join } from 'node:path';
import { productRoot } from '../productRoot.ts';

export interface ShellStart {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const scripts = join(productRoot, 'server/terminal/integration');

/**
 * How to start a shell so that it tells the terminal about its commands (the scripts say what). Shells that are
 * not known start as they are.
 *
 * @param nonce comes back in what the shell says, and nothing else that writes to the terminal knows it
 * @param zdotdir the user's own ZDOTDIR
 */
export function shellIntegration(
  shell: string,
  nonce: string | null,
  zdotdir: string | undefined,
): ShellStart {
  // macOS starts login shells in terminals, and so does VS Code there; bash reads no such script then.
  const login = process.platform === 'darwin' ? ['-l'] : [];
  const plain = { args: login, env: {} };
  if (nonce === null) return plain;
  const env = { MOORING_NONCE: nonce };
  switch (basename(shell)) {
    case 'bash':
      return login.length > 0 ? plain : { args: ['--init-file', join(scripts, 'bash.sh')], env };
    case 'zsh':
      return {
        args: login,
        env: {
          ...env,
          ZDOTDIR: join(scripts, 'zsh'),
          ...(zdotdir !== undefined && { MOORING_ZDOTDIR: zdotdir }),
        },
      };
    case 'fish':
      return {
        args: [...login, '--init-command', `source '${join(scripts, 'fish.fish').replaceAll("'", "\\'")}'`],
        env,
      };
    default:
      return plain;
  }
}
