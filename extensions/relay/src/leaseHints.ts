import { commands } from 'vscode';
import { isRecord } from './json.ts';

/** Which leases this window held before it was reloaded. A hint tells the relay which one is meant; it gives no right. */
export interface LeaseHints {
  recall(serverId: string): string | undefined;
  remember(serverId: string, lease: string): void;
  forget(serverId: string): void;
}

/**
 * The hints that Mooring's workbench keeps in the tab's session storage. Elsewhere there is no such place; then a
 * reloaded window gets the newest lease that nobody is attached to.
 */
export async function windowLeases(): Promise<LeaseHints> {
  const leases = new Map(Object.entries(await storedLeases()));
  const write = (serverId: string, lease?: string): void => {
    commands.executeCommand('_mooring.rememberLease', serverId, lease).then(undefined, () => undefined);
  };
  return {
    recall: (serverId) => leases.get(serverId),
    remember(serverId, lease) {
      if (leases.get(serverId) === lease) return;
      leases.set(serverId, lease);
      write(serverId, lease);
    },
    forget(serverId) {
      if (leases.delete(serverId)) write(serverId);
    },
  };
}

async function storedLeases(): Promise<Record<string, string>> {
  try {
    const stored: unknown = await commands.executeCommand('_mooring.leases');
    if (!isRecord(stored)) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    // There is no such command: this is not Mooring's workbench.
    return {};
  }
}
