import { env, window, type ExtensionContext } from 'vscode';
import { systemClock } from './clock.ts';
import { ServerCommands } from './commands.ts';
import { Descriptors } from './descriptors.ts';
import { FolderContent } from './folderContent.ts';
import { LanguageServers } from './languageServers.ts';
import { relayAddress } from './relayAddress.ts';
import { StatusDisplay } from './statusDisplay.ts';
import { StopMemory } from './stopMemory.ts';

/** Turns the descriptors of all extensions into language clients: the composition root of the relay extension. */
export function activate(context: ExtensionContext): void {
  const clock = systemClock;
  const address = relayAddress(globalThis.origin);
  const stops = new StopMemory(context.workspaceState, env.sessionId);
  const descriptors = new Descriptors();
  const content = new FolderContent();
  const servers = new LanguageServers({ descriptors, address, content, stops, clock });
  const display = new StatusDisplay(servers, clock);
  const commands = new ServerCommands(servers, clock);

  const online = () => servers.hurry();
  globalThis.addEventListener('online', online);
  context.subscriptions.push(
    { dispose: () => globalThis.removeEventListener('online', online) },
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) servers.hurry();
    }),
    commands,
    display,
    servers,
    content,
    descriptors,
  );
  servers.update();
}
