import type { Clock } from '../broker/clock.ts';

/** How long after a write the system may still report it. */
const echoTime = 2_000;

/** A write under way. */
export interface OwnWrite extends Disposable {
  /** Its content is first written to this file beside it. */
  uses(temporary: string): void;
}

/**
 * Remembers what this server writes, since the system reports an atomic replacement as something else: a strange
 * file that comes and goes, and a creation of what was there all the time.
 */
export class OwnWrites {
  readonly #clock: Clock;
  readonly #temporary = new Set<string>();
  /** By path, the writes whose temporary file is not known yet. */
  readonly #unnamed = new Map<string, Promise<void>>();
  readonly #replaced = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Nobody else of this server writes to the path at the same time. */
  begin(path: string, isReplacement: boolean): OwnWrite {
    let temporary: string | undefined;
    let named = (): void => {};
    this.#unnamed.set(path, new Promise((resolve) => (named = resolve)));
    if (isReplacement) this.#count(path, 1);
    return {
      uses: (file) => {
        temporary = file;
        this.#temporary.add(file);
        this.#unnamed.delete(path);
        named();
      },
      [Symbol.dispose]: () => {
        this.#unnamed.delete(path);
        named();
        this.#clock.after(echoTime, () => {
          if (temporary !== undefined) this.#temporary.delete(temporary);
          if (isReplacement) this.#count(path, -1);
        });
      },
    };
  }

  /** Nobody but this server knows of this file. The system may report it before its maker does. */
  async isTemporary(path: string): Promise<boolean> {
    await this.#unnamed.get(path.replace(/\.\d+$/, ''));
    return this.#temporary.has(path);
  }

  /** A reported creation of this path was a change. */
  isReplacement(path: string): boolean {
    return this.#replaced.has(path);
  }

  #count(path: string, change: number): void {
    const count = (this.#replaced.get(path) ?? 0) + change;
    if (count > 0) this.#replaced.set(path, count);
    else this.#replaced.delete(path);
  }
}
