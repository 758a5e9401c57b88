import type { DebugProtocol } from '@vscode/debugprotocol';
import {
  DebugAdapterInlineImplementation,
  l10n,
  ProgressLocation,
  window,
  type DebugAdapterDescriptor,
  type DebugAdapterDescriptorFactory,
  type DebugSession,
} from 'vscode';
import { installCommand } from '../../../../server/protocol/install.ts';
import type { Clock } from '../clock.ts';
import { whyRefused } from '../refusal.ts';
import type { RelayAddress } from '../relayAddress.ts';
import type { WindowStore } from '../windowStore.ts';
import { endText, isInstallable } from './adapterEnd.ts';
import type { AdapterWorld } from './adapterWorld.ts';
import { startRequested } from './childSessions.ts';
import type { Debuggers } from './debuggers.ts';
import type { DebugPaths } from './debugPaths.ts';
import { dialectOf } from './dialects/dialects.ts';
import type { InstallOffers } from './install/installOffers.ts';
import type { KeptSessions } from './keptSessions.ts';
import { RelayedAdapter } from './relayedAdapter.ts';
import { runInTerminal } from './runInTerminal.ts';
import { storedText } from './storedSession.ts';

export interface SessionsWorld {
  /** The sessions of this window, for the page that comes after a reload. */
  readonly store: WindowStore;
  readonly kept: KeptSessions;
  readonly address: RelayAddress;
  readonly clock: Clock;
  readonly debuggers: Debuggers;
  readonly paths: DebugPaths;
  readonly offers: InstallOffers;
}

/** Milliseconds after which a stop that takes its time is shown. */
const stopNotice = 700;
/** The same for a connection that is lost. */
const awayNotice = 1_500;

/** Hands VS Code an adapter for every debug session: the one on the machine that holds the folder. */
export class DebugSessions implements DebugAdapterDescriptorFactory {
  readonly #world: SessionsWorld;
  /** What the relay calls the sessions that run, by VS Code's ids. */
  readonly #keys = new Map<string, string>();
  readonly #adapters = new Map<string, RelayedAdapter>();

  constructor(world: SessionsWorld) {
    this.#world = world;
  }

  createDebugAdapterDescriptor(session: DebugSession): DebugAdapterDescriptor {
    const { address, clock, paths, debuggers, offers, kept } = this.#world;
    const { type, id, name } = session;
    if (!address.isKnown)
      throw new Error(l10n.t('Nothing can be debugged while no server is connected. Connect to one first.'));
    const found = debuggers.find(type);
    const adapterName = {
      label: found?.label ?? type,
      guidance: found?.guidance,
      installCommand: found?.install && installCommand(found.install),
    };
    let isAbsent = false;
    const mend = dialectOf(type).mender?.();
    const world: AdapterWorld = {
      url: address.debugUrl(type, this.#parentKey(session)),
      protocols: address.protocols,
      clock,
      paths,
      ready: (key) => this.#runs(session, key),
      whyRefused: (url) => whyRefused(url, address.fetch),
      mend: (message) => mend?.(message),
      isGone: (key) => kept.isGone(key),
      reverse: (request) => reverse(session, request),
      endText: (end) => {
        isAbsent = isInstallable(end);
        return endText(end, adapterName, l10n.t);
      },
      lost: (text) => void window.showErrorMessage(text),
      droppedText: (bytes) => l10n.t('({0} bytes of earlier output are not kept.)', bytes.toLocaleString()),
      stopping: (done) =>
        void showLate(clock, stopNotice, done, l10n.t('Stopping "{0}". Stop again to end it at once.', name)),
      away: (done) =>
        void showLate(
          clock,
          awayNotice,
          done,
          l10n.t('The connection to "{0}" is lost, and the program goes on. Reconnecting…', name),
        ),
    };
    const adapter = new RelayedAdapter(world, kept.take(session.configuration));
    this.#adapters.set(id, adapter);
    return new DebugAdapterInlineImplementation(offers.over(adapter, session, () => isAbsent));
  }

  /** To be called when a session has ended. */
  forget({ id }: DebugSession): void {
    this.#keys.delete(id);
    this.#adapters.delete(id);
    this.#world.store.forget(id);
  }

  /** The network may be back. */
  hurry(): void {
    for (const adapter of this.#adapters.values()) adapter.hurry();
  }

  #runs(session: DebugSession, key: string): void {
    this.#keys.set(session.id, key);
    this.#world.store.keep(session.id, storedText(session, key));
  }

  /** The nearest session above that has a connection of its own. */
  #parentKey({ parentSession }: DebugSession): string | undefined {
    for (let above = parentSession; above; above = above.parentSession) {
      const key = this.#keys.get(above.id);
      if (key !== undefined) return key;
    }
    return undefined;
  }
}

async function showLate(clock: Clock, time: number, done: Promise<void>, title: string): Promise<void> {
  const late = new Promise<'late'>((resolve) => clock.after(time, () => resolve('late')));
  if ((await Promise.race([done, late])) !== 'late') return;
  await window.withProgress({ location: ProgressLocation.Notification, title }, () => done);
}

function reverse(
  session: DebugSession,
  { command, arguments: args }: DebugProtocol.Request,
): Promise<unknown> | undefined {
  switch (command) {
    case 'runInTerminal':
      // VS Code in a browser would say it did, and do nothing.
      return runInTerminal(args as DebugProtocol.RunInTerminalRequestArguments);
    case 'startDebugging':
      return dialectOf(session.type).managesChildren ? startRequested(session, args) : undefined;
    default:
      return undefined;
  }
}
