import { Limit } from '../../protocol/errors.ts';

/** Requests of one side that the other has not answered: command by `seq`. */
export class OpenRequests {
  readonly #commands = new Map<number, string>();

  get isEmpty(): boolean {
    return this.#commands.size === 0;
  }

  /** False when there are too many. */
  add(seq: number, command: string): boolean {
    if (this.#commands.size >= Limit.pendingRequests) return false;
    this.#commands.set(seq, command);
    return true;
  }

  /** The command that was answered; undefined when it is not open. */
  settle(seq: number): string | undefined {
    const command = this.#commands.get(seq);
    this.#commands.delete(seq);
    return command;
  }

  /** All that were open; from now on none is. */
  drain(): readonly (readonly [seq: number, command: string])[] {
    const all = [...this.#commands];
    this.#commands.clear();
    return all;
  }
}
