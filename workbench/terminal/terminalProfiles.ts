import { ThemeIcon } from '@codingame/monaco-vscode-api/vscode/vs/base/common/themables';
import { Codicon } from '@codingame/monaco-vscode-api/vscode/vs/base/common/codicons';
import type {
  IShellLaunchConfig,
  ITerminalProfile,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/terminal/common/terminal';
import type { ShellProfile } from '../../server/protocol/terminal.ts';

const icons: Readonly<Record<string, ThemeIcon>> = {
  bash: Codicon.terminalBash,
  pwsh: Codicon.terminalPowershell,
  powershell: Codicon.terminalPowershell,
  cmd: Codicon.terminalCmd,
};

/**
 * The server's shells as VS Code's profiles. The user's settings say how they look, and which to leave out; what
 * is run is the server's to say, so paths and arguments in settings count for nothing.
 *
 * @param settings value of `terminal.integrated.profiles.<platform>`
 */
export function toProfiles(
  shells: readonly ShellProfile[],
  settings: unknown,
  defaultName: unknown,
): ITerminalProfile[] {
  const isChosen = shells.some(({ name }) => name === defaultName);
  return shells.flatMap((shell) => {
    const looks = looksOf(settings, shell.name);
    if (looks === null) return [];
    return {
      profileName: shell.name,
      path: shell.path,
      isDefault: isChosen ? shell.name === defaultName : shell.isDefault,
      icon: looks.icon ?? icons[shell.name] ?? Codicon.terminal,
      ...(looks.color !== undefined && { color: looks.color }),
      ...(looks.overrideName && { overrideName: true }),
    };
  });
}

/** Name of the server's shell that VS Code means; null for the default one; undefined when it means another program. */
export function shellOf(
  { executable, args }: IShellLaunchConfig,
  shells: readonly ShellProfile[],
): string | null | undefined {
  if (args !== undefined && args.length > 0) return undefined;
  if (executable === undefined || executable === '') return null;
  // A browser on Windows turns the slashes of a path.
  const path = executable.replaceAll('\\', '/');
  return shells.find((shell) => shell.path.replaceAll('\\', '/') === path)?.name;
}

interface Looks {
  readonly icon?: ThemeIcon;
  readonly color?: string;
  readonly overrideName?: boolean;
}

/** Null: the user does not want to see it. */
function looksOf(settings: unknown, name: string): Looks | null {
  const own: unknown = typeof settings === 'object' && settings !== null ? Reflect.get(settings, name) : {};
  if (own === null) return null;
  if (typeof own !== 'object') return {};
  const icon: unknown = Reflect.get(own, 'icon');
  const color: unknown = Reflect.get(own, 'color');
  return {
    ...(typeof icon === 'string' && { icon: ThemeIcon.fromId(icon) }),
    ...(typeof color === 'string' && { color }),
    ...(Reflect.get(own, 'overrideName') === true && { overrideName: true }),
  };
}
