import type { ExtensionContext } from 'vscode';
import { systemClock } from './clock.ts';
import { Descriptors } from './descriptors.ts';
import { LanguageServers } from './languageServers.ts';
import { relayAddress } from './relayAddress.ts';

/** Turns the descriptors of all extensions into language clients: see ARCHITECTURE.md, "The relay extension". */
export function activate(context: ExtensionContext): void {
  const address = relayAddress(globalThis.origin);
  const descriptors = new Descriptors();
  const servers = new LanguageServers(descriptors, address, systemClock);
  context.subscriptions.push(descriptors, servers);
  servers.update();
}
