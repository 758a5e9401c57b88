import type { Log } from '../broker/log.ts';
import type { ManifestFault } from '../protocol/boot.ts';

/** The workbench shows faults of extensions too; whoever runs the server may not look there. */
export class FaultLog {
  readonly #log: Log;
  #told: ReadonlySet<string> = new Set();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Logs what was not among the faults at the last call. */
  tell(faults: readonly ManifestFault[]): void {
    const told = new Set<string>();
    for (const { message, ...fault } of faults) {
      const key = JSON.stringify([fault, message]);
      told.add(key);
      if (this.#told.has(key)) continue;
      const level = fault.severity === 'info' ? 'info' : 'warn';
      this.#log[level]({ ...fault, reason: message }, 'An extension has a fault');
    }
    this.#told = told;
  }
}
