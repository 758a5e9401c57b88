import { CommandsRegistry } from '@codingame/monaco-vscode-api/vscode/vs/platform/commands/common/commands';

const idKey = 'mooring.windowId';
const leasesKey = 'mooring.leases';

/**
 * Lets extensions keep what belongs to this tab and stays over a reload; the extension host cannot, for session
 * storage is out of its reach.
 *
 * - `_mooring.windowId` answers with an id that differs from tab to tab, but for a duplicated tab and its origin.
 * - `_mooring.leases` answers with the leases this tab held, by server id (hints, and no secrets).
 * - `_mooring.rememberLease(serverId, lease?)` notes one of them, or forgets it.
 */
export function offerWindowSession(): void {
  const id = windowId();
  CommandsRegistry.registerCommand('_mooring.windowId', () => id);
  CommandsRegistry.registerCommand('_mooring.leases', readLeases);
  CommandsRegistry.registerCommand('_mooring.rememberLease', (_services, server: unknown, lease: unknown) => {
    if (typeof server !== 'string') return;
    const { [server]: _former, ...others } = readLeases();
    keep(leasesKey, JSON.stringify(typeof lease === 'string' ? { ...others, [server]: lease } : others));
  });
}

/** Differs from tab to tab, but for a duplicated tab and its origin. */
export function windowId(): string {
  const id = sessionStorage.getItem(idKey) ?? newId();
  keep(idKey, id);
  return id;
}

function readLeases(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(leasesKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry) => typeof entry[1] === 'string'));
  } catch {
    // Somebody else wrote there. Without hints the relay finds the newest lease that nobody is attached to.
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
