import { CommandsRegistry } from '@codingame/monaco-vscode-api/vscode/vs/platform/commands/common/commands';

const idKey = 'mooring.windowId';
const leasesKey = 'mooring.leases';
const debugSessionsKey = 'mooring.debugSessions';

/**
 * Lets extensions keep what belongs to this tab and stays over a reload; the extension host cannot, for session
 * storage is out of its reach.
 *
 * - `_mooring.windowId` answers with an id that differs from tab to tab, but for a duplicated tab and its origin.
 * - `_mooring.leases` answers with the leases this tab held, by server id (hints, and no secrets).
 * - `_mooring.rememberLease(serverId, lease?)` notes one of them, or forgets it.
 * - `_mooring.debugSessions` and `_mooring.rememberDebugSession(id, text?)` do the same for the debug sessions of this
 *   tab. These texts do give a right to the sessions.
 */
export function offerWindowSession(): void {
  const id = windowId();
  CommandsRegistry.registerCommand('_mooring.windowId', () => id);
  offerStore(leasesKey, '_mooring.leases', '_mooring.rememberLease');
  offerStore(debugSessionsKey, '_mooring.debugSessions', '_mooring.rememberDebugSession');
}

/** A command that answers with the texts that are kept, by name, and one that keeps or forgets a text. */
function offerStore(key: string, readCommand: string, writeCommand: string): void {
  CommandsRegistry.registerCommand(readCommand, () => read(key));
  CommandsRegistry.registerCommand(writeCommand, (_services, name: unknown, text: unknown) => {
    if (typeof name !== 'string') return;
    const { [name]: _former, ...others } = read(key);
    keep(key, JSON.stringify(typeof text === 'string' ? { ...others, [name]: text } : others));
  });
}

/** Differs from tab to tab, but for a duplicated tab and its origin. */
export function windowId(): string {
  const id = sessionStorage.getItem(idKey) ?? newId();
  keep(idKey, id);
  return id;
}

function read(key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry) => typeof entry[1] === 'string'));
  } catch {
    // Somebody else wrote there. Without what was kept, the page is like one that has just been opened.
    return {};
  }
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch (error) {
    console.warn('Session storage is full; this tab is not known again after a reload.', error);
  }
}

/** `randomUUID` is missing from pages of plain http. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
