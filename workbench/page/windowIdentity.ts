import { CommandsRegistry } from '@codingame/monaco-vscode-api/vscode/vs/platform/commands/common/commands';

const key = 'mooring.windowId';

/**
 * Lets extensions ask which window they serve: `_mooring.windowId` answers with an id that stays over a reload
 * and differs from tab to tab. The extension host cannot know, for session storage is out of its reach.
 */
export function identifyWindow(): void {
  const id = sessionStorage.getItem(key) ?? newId();
  sessionStorage.setItem(key, id);
  CommandsRegistry.registerCommand('_mooring.windowId', () => id);
}

/** `randomUUID` is missing from pages of plain http. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
