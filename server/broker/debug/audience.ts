import type { Page } from '../ports.ts';

/** Whoever a session is told to: a page, or for a while nobody. What is said is counted either way. */
export class Audience {
  #page: Page | undefined;
  #said = 0;
  #epoch = 0;
  #isBehind = false;

  constructor(page: Page) {
    this.#page = page;
  }

  get page(): Page | undefined {
    return this.#page;
  }

  /** How many messages were for it, from the session's beginning. A page that was there can tell which it missed. */
  get said(): number {
    return this.#said;
  }

  /** How many pages or sockets there were before. */
  get epoch(): number {
    return this.#epoch;
  }

  /** It does not keep up with what is said. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  congested(isCongested: boolean): void {
    this.#isBehind = isCongested;
  }

  send(message: Uint8Array): void {
    this.#said++;
    this.#page?.send(message);
  }

  /** For a page that has just come, of what was said before. */
  repeat(message: Uint8Array): void {
    this.#page?.send(message);
  }

  pause(): void {
    this.#page?.pause();
  }

  resume(): void {
    this.#page?.resume();
  }

  leave(): void {
    this.#isBehind = false;
    this.#page = undefined;
  }

  enter(page: Page): void {
    this.#epoch++;
    this.#page = page;
  }
}
