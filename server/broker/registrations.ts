import { isRecord, parse } from './rpc.ts';

/** A capability that a server registered while it ran (LSP 3.18 "Register Capability"). */
export interface Registration {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: unknown;
}

const boundBytes = 4 * 1024 * 1024;

/** The registrations in force, for a page that was not there when they were made. */
export class Registrations {
  readonly #byId = new Map<string, Registration>();
  #bytes = 0;

  /** In the order they were made. */
  all(): readonly Registration[] {
    return [...this.#byId.values()];
  }

  /**
   * @param message a `client/registerCapability` or `client/unregisterCapability` request.
   * @returns false when there are more than anybody could want to keep.
   */
  see(method: string, message: Uint8Array): boolean {
    const params = parse(message)?.['params'];
    if (!isRecord(params)) return true;
    if (method === 'client/registerCapability') this.#register(params['registrations'], message.length);
    // The protocol spells it so.
    else this.#unregister(params['unregisterations']);
    // What was registered again under its old id, as some servers do with every change, has been counted twice.
    if (this.#bytes > boundBytes) this.#recount();
    return this.#bytes <= boundBytes;
  }

  #register(registrations: unknown, bytes: number): void {
    if (!Array.isArray(registrations)) return;
    for (const item of registrations) {
      if (!isRecord(item) || typeof item['id'] !== 'string' || typeof item['method'] !== 'string') continue;
      const { id, method } = item as { id: string; method: string };
      const options = 'registerOptions' in item ? { registerOptions: item['registerOptions'] } : {};
      // An id that is used twice means the later one.
      this.#byId.delete(id);
      this.#byId.set(id, { id, method, ...options });
    }
    this.#bytes += bytes;
  }

  #unregister(unregistrations: unknown): void {
    if (!Array.isArray(unregistrations)) return;
    for (const item of unregistrations) if (isRecord(item)) this.#byId.delete(String(item['id']));
    this.#recount();
  }

  #recount(): void {
    this.#bytes = JSON.stringify(this.all()).length;
  }
}
