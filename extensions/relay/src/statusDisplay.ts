import { window, type Disposable } from 'vscode';
import type { Clock } from './clock.ts';
import type { LanguageServers } from './languageServers.ts';
import { waitingSince } from './serverState.ts';
import { StatusBarEntry } from './statusBarEntry.ts';
import { StatusItems } from './statusItems.ts';

/** A server may report work hundreds of times a second; nobody reads faster than this. */
const pause = 100;
const tick = 1_000;

/** Keeps the status items true: after every change, and each second while somebody waits. */
export class StatusDisplay implements Disposable {
  readonly #servers: LanguageServers;
  readonly #clock: Clock;
  readonly #items: StatusItems;
  readonly #entry: StatusBarEntry;
  readonly #subscriptions: readonly Disposable[];
  #pending: Disposable | undefined;
  #ticking: Disposable | undefined;

  constructor(servers: LanguageServers, clock: Clock) {
    this.#servers = servers;
    this.#clock = clock;
    this.#items = new StatusItems(servers, clock);
    this.#entry = new StatusBarEntry(servers, clock);
    this.#subscriptions = [
      servers.onDidChange(() => this.#soon()),
      window.onDidChangeActiveTextEditor(() => this.#soon()),
    ];
    this.#update();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#pending?.dispose();
    this.#ticking?.dispose();
    this.#items.dispose();
    this.#entry.dispose();
  }

  #soon(): void {
    this.#pending ??= this.#clock.after(pause, () => {
      this.#pending = undefined;
      this.#update();
    });
  }

  #update(): void {
    this.#items.update();
    this.#entry.update();
    const waiting = this.#servers.all().some(({ state }) => waitingSince(state) !== undefined);
    if (waiting) {
      this.#ticking ??= this.#clock.every(tick, () => this.#update());
    } else {
      this.#ticking?.dispose();
      this.#ticking = undefined;
    }
  }
}
