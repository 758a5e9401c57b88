import {
  EventEmitter,
  l10n,
  ProgressLocation,
  window,
  type Disposable,
  type Event,
  type OutputChannel,
} from 'vscode';
import { installCommand } from '../../../../../server/protocol/install.ts';
import type { Clock } from '../../clock.ts';
import { whyRefused } from '../../refusal.ts';
import type { RelayAddress } from '../../relayAddress.ts';
import type { Debugger } from '../debugger.ts';
import { installAdapter, type InstallEnd } from './installation.ts';

/** How it stands with the installation of one adapter. */
export type AdapterInstall =
  | { readonly kind: 'installing'; readonly line: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly output: readonly string[] };

interface Run {
  readonly outcome: Promise<boolean>;
  readonly abort: AbortController;
}

/** Installs debug adapters when the user asks for it, and shows how that goes. */
export class AdapterInstalls implements Disposable {
  readonly #address: RelayAddress;
  readonly #clock: Clock;
  readonly #changed = new EventEmitter<void>();
  readonly #installed = new EventEmitter<string>();
  readonly #runs = new Map<string, Run>();
  readonly #states = new Map<string, AdapterInstall>();
  readonly #logs = new Map<string, OutputChannel>();
  readonly #current = new Set<string>();

  readonly onDidChange: Event<void> = this.#changed.event;
  /** With the debug type whose adapter is there now. */
  readonly onDidInstall: Event<string> = this.#installed.event;

  constructor(address: RelayAddress, clock: Clock) {
    this.#address = address;
    this.#clock = clock;
  }

  /** Undefined while there is nothing to say: it was not asked for, or all went well. */
  stateOf(type: string): AdapterInstall | undefined {
    return this.#states.get(type);
  }

  /** Whether this window knows that what would be installed is what runs. */
  isCurrent(type: string): boolean {
    return this.#current.has(type);
  }

  /** What was installed is uninstalled. */
  forget(type: string): void {
    this.#current.delete(type);
  }

  /** Joins an installation that is under way. @returns whether the adapter is there now. */
  install(wanted: Debugger): Promise<boolean> {
    const running = this.#runs.get(wanted.type);
    if (running) return running.outcome;
    const abort = new AbortController();
    const outcome = this.#run(wanted, abort).finally(() => this.#runs.delete(wanted.type));
    this.#runs.set(wanted.type, { outcome, abort });
    return outcome;
  }

  cancel(type: string): void {
    this.#runs.get(type)?.abort.abort();
  }

  hasLog(type: string): boolean {
    return this.#logs.has(type);
  }

  showLog(type: string): void {
    this.#logs.get(type)?.show(true);
  }

  dispose(): void {
    for (const { abort } of this.#runs.values()) abort.abort();
    for (const log of this.#logs.values()) log.dispose();
    this.#changed.dispose();
    this.#installed.dispose();
  }

  async #run(wanted: Debugger, abort: AbortController): Promise<boolean> {
    const { type, label, install } = wanted;
    if (!install) return false;
    const log = this.#logOf(wanted);
    const title = l10n.t('Installing {0}', label);
    const end = await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        token.onCancellationRequested(() => abort.abort());
        const onLine = (line: string): void => {
          log.appendLine(line);
          progress.report({ message: line });
          this.#set(type, { kind: 'installing', line });
        };
        this.#set(type, { kind: 'installing', line: installCommand(install) });
        return installAdapter({
          url: this.#address.debugUrl(type, undefined),
          protocols: this.#address.protocols,
          clock: this.#clock,
          onLine,
          signal: abort.signal,
        });
      },
    );
    return this.#ended(wanted, end);
  }

  #ended(wanted: Debugger, end: InstallEnd): boolean {
    const { type } = wanted;
    switch (end.kind) {
      case 'installed':
        this.#current.add(type);
        this.#set(type, undefined);
        this.#installed.fire(type);
        return true;
      case 'cancelled':
        this.#set(type, undefined);
        return false;
      case 'failed':
        void this.#tellOf(wanted, end.reason, end.output);
        return false;
      case 'lost':
        void this.#lostText(type).then((text) => this.#tellOf(wanted, text, []));
        return false;
    }
  }

  /** A browser tells nothing about an answer that was no socket. */
  async #lostText(type: string): Promise<string> {
    const why = await whyRefused(this.#address.debugUrl(type, undefined), this.#address.fetch);
    return why === 'signedOut'
      ? l10n.t(
          'The server does not know this page any more. Open the address that it printed when it started.',
        )
      : l10n.t('The server does not answer, and nothing was installed. Try again when it is back.');
  }

  async #tellOf(wanted: Debugger, reason: string, output: readonly string[]): Promise<void> {
    const { type, label, guidance } = wanted;
    const log = this.#logOf(wanted);
    // The output stands there already, line by line.
    log.appendLine(reason);
    this.#set(type, { kind: 'failed', reason, output });
    const again = l10n.t('Retry');
    const show = l10n.t('Show Log');
    const text = l10n.t('{0} could not be installed: {1}', label, [reason, ...output].join('\n'));
    const picked = await window.showErrorMessage([text, guidance].filter(Boolean).join('\n'), again, show);
    if (picked === show) this.showLog(type);
    if (picked === again) await this.install(wanted);
  }

  #logOf({ type, label }: Debugger): OutputChannel {
    const log = this.#logs.get(type) ?? window.createOutputChannel(label);
    this.#logs.set(type, log);
    return log;
  }

  #set(type: string, state: AdapterInstall | undefined): void {
    if (state) this.#states.set(type, state);
    else this.#states.delete(type);
    this.#changed.fire();
  }
}
