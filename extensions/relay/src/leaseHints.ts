import { windowStore } from './windowStore.ts';

/** Which leases this window held before it was reloaded. A hint tells the relay which one is meant; it gives no right. */
export interface LeaseHints {
  recall(serverId: string): string | undefined;
  remember(serverId: string, lease: string): void;
  forget(serverId: string): void;
}

/** Where hints are not kept, a reloaded window gets the newest lease that nobody is attached to. */
export async function windowLeases(): Promise<LeaseHints> {
  const store = await windowStore('_mooring.leases', '_mooring.rememberLease');
  return {
    recall: (serverId) => store.all().get(serverId),
    remember: (serverId, lease) => store.keep(serverId, lease),
    forget: (serverId) => store.forget(serverId),
  };
}
