import { EventEmitter, type Disposable, type Event } from 'vscode';
import type { DebugAdapterAvailability } from '../../../../server/protocol/debug.ts';
import { installCommand } from '../../../../server/protocol/install.ts';
import type { Debuggers } from '../debug/debuggers.ts';
import type { AdapterInstalls } from '../debug/install/adapterInstalls.ts';
import type { AdapterList } from './adapterList.ts';
import type { AdapterRow } from './adapterNode.ts';
import type { InstalledThings, UninstallFailure } from './installedThings.ts';

/** The debug adapters that extensions declare, with what the relay last said of each. */
export class AdapterRows implements Disposable {
  readonly #debuggers: Debuggers;
  readonly #installs: AdapterInstalls;
  readonly #list: AdapterList;
  readonly #things: InstalledThings;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: readonly Disposable[];
  #known: ReadonlyMap<string, DebugAdapterAvailability> = new Map();
  #installed: ReadonlySet<string> = new Set();
  #asking: Promise<void> | undefined;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(debuggers: Debuggers, installs: AdapterInstalls, list: AdapterList, things: InstalledThings) {
    this.#debuggers = debuggers;
    this.#installs = installs;
    this.#list = list;
    this.#things = things;
    this.#subscriptions = [
      debuggers.onDidChange(() => this.#changed.fire()),
      installs.onDidChange(() => this.#changed.fire()),
      installs.onDidInstall((type) => this.#renew(type)),
      this.#changed,
    ];
  }

  all(): readonly AdapterRow[] {
    return this.#debuggers
      .all()
      .filter(({ hasAdapter }) => hasAdapter)
      .map(({ type, label, guidance, install }) => ({
        type,
        label,
        guidance,
        installCommand: install && installCommand(install),
        known: this.#known.get(type),
        install: this.#installs.stateOf(type),
        installed: this.#installed.has(type),
        hasLog: this.#installs.hasLog(type),
      }))
      .toSorted((left, right) => left.label.localeCompare(right.label));
  }

  /** Asks the relay, which looks each of them up. Without an answer, what is known stays. */
  refresh(): Promise<void> {
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  async install(type: string): Promise<void> {
    const found = this.#debuggers.find(type);
    if (found) await this.#installs.install(found);
  }

  /** Deletes what was installed of it. @returns what went wrong */
  async uninstall(type: string): Promise<UninstallFailure | undefined> {
    const failure = await this.#things.uninstall('adapter', type);
    this.#installs.forget(type);
    this.#renew(type);
    return failure;
  }

  cancel(type: string): void {
    this.#installs.cancel(type);
  }

  showLog(type: string): void {
    this.#installs.showLog(type);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** What was known of it is known no more, whoever asked for it. */
  #renew(type: string): void {
    this.#known = new Map([...this.#known].filter(([other]) => other !== type));
    this.#changed.fire();
    void this.refresh();
  }

  async #ask(): Promise<void> {
    const installable = this.#debuggers.all().flatMap(({ type, install }) => (install ? [type] : []));
    const [list, installed] = await Promise.all([
      this.#list.read(),
      this.#things.read('adapter', installable),
    ]);
    if (typeof list === 'string') return;
    this.#known = new Map(list.map((entry) => [entry.type, entry]));
    this.#installed = installed ?? this.#installed;
    this.#changed.fire();
  }
}
