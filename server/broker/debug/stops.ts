import { isRecord, parse } from '../rpc.ts';
import { event } from './dap.ts';
import type { Said } from './outputMemory.ts';

/** A message that says where a program stands has a few names and numbers. */
const longest = 64 * 1024;
const threads = 64;
const resuming = new Set(['continue', 'next', 'stepIn', 'stepOut', 'stepBack', 'reverseContinue']);

/** Where a program stands: the last `stopped` of each thread that has not gone on since. */
export class Stops {
  readonly #byThread = new Map<unknown, Said>();
  /** What was asked to go on, and how much had been said by then. */
  readonly #asked = new Map<number, { readonly thread: unknown; readonly at: number }>();
  #changedAt = 0;

  /** How much had been said at the last change. */
  get changedAt(): number {
    return this.#changedAt;
  }

  all(): readonly Uint8Array[] {
    return Array.from(this.#byThread.values(), ({ message }) => message);
  }

  asked(seq: number, command: string, message: Uint8Array, at: number): void {
    if (command === 'restart' || command === 'restartFrame') this.#asked.set(seq, { thread: undefined, at });
    else if (resuming.has(command)) {
      const args = read(message)['arguments'];
      this.#asked.set(seq, { thread: isRecord(args) ? args['threadId'] : undefined, at });
    }
  }

  /** @returns whether it ended a stop: adapters say no more of it than this answer. */
  answered(seq: number, command: string, message: Uint8Array, at: number): boolean {
    const asked = this.#asked.get(seq);
    if (!asked) return false;
    this.#asked.delete(seq);
    const { success, body } = read(message);
    if (success !== true) return false;
    const isOfAll = command === 'continue' && !(isRecord(body) && body['allThreadsContinued'] === false);
    // A step may end before it is answered.
    return this.#goOn(isOfAll ? undefined : asked.thread, at, asked.at);
  }

  heard(name: string, message: Uint8Array, at: number): void {
    if (name !== 'stopped' && name !== 'continued' && name !== 'thread') return;
    const { body } = read(message);
    const { threadId, allThreadsContinued, reason } = isRecord(body) ? body : {};
    if (name === 'stopped') {
      this.#byThread.delete(threadId);
      this.#byThread.set(threadId, { message: new Uint8Array(message), at });
      this.#changedAt = at;
      const [oldest] = this.#byThread.keys();
      if (this.#byThread.size > threads) this.#byThread.delete(oldest);
    } else if (name === 'continued') this.#goOn(allThreadsContinued === false ? threadId : undefined, at, at);
    else if (reason === 'exited') this.#byThread.delete(threadId);
  }

  /** `thread`: all where it is undefined. `before`: a stop that was said later is another one. */
  #goOn(thread: unknown, at: number, before: number): boolean {
    let isChanged = false;
    for (const [id, stop] of this.#byThread) {
      if (stop.at > before || (thread !== undefined && id !== thread)) continue;
      this.#byThread.delete(id);
      isChanged = true;
    }
    if (isChanged) this.#changedAt = at;
    return isChanged;
  }
}

/** For a page that believes something older. */
export function allContinued(): Uint8Array {
  return event('continued', { threadId: 0, allThreadsContinued: true });
}

function read(message: Uint8Array): Record<string, unknown> {
  return (message.length <= longest ? parse(message) : undefined) ?? {};
}
