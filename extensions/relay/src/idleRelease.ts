import type { Disposable } from 'vscode';
import type { Clock } from './clock.ts';

/** How long a server outlives the last editor of its languages. */
export const editorIdle = 2 * 60_000;

/** Releases a server when it has been idle for two minutes on end. */
export class IdleRelease implements Disposable {
  readonly #clock: Clock;
  readonly #release: () => void;
  #timer: Disposable | undefined;

  constructor(clock: Clock, release: () => void) {
    this.#clock = clock;
    this.#release = release;
  }

  /** `idle`: no editor needs it and it has nothing to do. Whatever interrupts that starts the wait afresh. */
  update(idle: boolean): void {
    if (!idle) {
      this.dispose();
      return;
    }
    this.#timer ??= this.#clock.after(editorIdle, () => {
      this.#timer = undefined;
      this.#release();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
