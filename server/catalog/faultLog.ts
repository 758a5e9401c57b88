import type { Log } from '../broker/log.ts';
import type { Catalog } from './catalog.ts';

/** The workbench shows faults of manifests too; whoever runs the server may not look there. */
export function logFaults(catalog: Pick<Catalog, 'faults'>, log: Log): void {
  for (const { message, ...fault } of catalog.faults()) {
    log.warn({ ...fault, reason: message }, 'An extension has a fault');
  }
}
