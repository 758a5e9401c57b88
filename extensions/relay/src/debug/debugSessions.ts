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
import { endText, isInstallable } from './adapterEnd.ts';
import { startRequested } from './childSessions.ts';
import type { Debuggers } from './debuggers.ts';
import type { DebugPaths } from './debugPaths.ts';
import { dialectOf } from './dialects/dialects.ts';
import type { InstallOffers } from './install/installOffers.ts';
import { RelayedAdapter } from './relayedAdapter.ts';
import { runInTerminal } from './runInTerminal.ts';

export interface SessionsWorld {
  readonly address: RelayAddress;
  readonly clock: Clock;
  readonly debuggers: Debuggers;
  readonly paths: DebugPaths;
  readonly offers: InstallOffers;
}

/** Milliseconds after which a stop that takes its time is shown. */
const stopNotice = 700;

/** Hands VS Code an adapter for every debug session: the one on the machine that holds the folder. */
export class DebugSessions implements DebugAdapterDescriptorFactory {
  readonly #world: SessionsWorld;
  /** What the relay calls the sessions that run, by VS Code's ids. */
  readonly #keys = new Map<string, string>();

  constructor(world: SessionsWorld) {
    this.#world = world;
  }

  createDebugAdapterDescriptor(session: DebugSession): DebugAdapterDescriptor {
    const { address, clock, paths, debuggers, offers } = this.#world;
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
    const adapter = new RelayedAdapter({
      url: address.debugUrl(type, this.#parentKey(session)),
      protocols: address.protocols,
      clock,
      paths,
      ready: (key) => this.#keys.set(id, key),
      whyRefused: (url) => whyRefused(url, address.fetch),
      mend: (message) => mend?.(message),
      reverse: (request) => reverse(session, request),
      endText: (end) => {
        isAbsent = isInstallable(end);
        return endText(end, adapterName, l10n.t);
      },
      lost: (text) => void window.showErrorMessage(text),
      skippedText: (characters) =>
        l10n.t(
          '({0} characters of output left out: it comes faster than it can be shown.)',
          characters.toLocaleString(),
        ),
      stopping: (done) => void this.#showStopping(name, done),
    });
    return new DebugAdapterInlineImplementation(offers.over(adapter, session, () => isAbsent));
  }

  /** To be called when a session has ended. */
  forget({ id }: DebugSession): void {
    this.#keys.delete(id);
  }

  /** The nearest session above that has a connection of its own. */
  #parentKey({ parentSession }: DebugSession): string | undefined {
    for (let above = parentSession; above; above = above.parentSession) {
      const key = this.#keys.get(above.id);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  async #showStopping(name: string, done: Promise<void>): Promise<void> {
    const late = new Promise<'late'>((resolve) => this.#world.clock.after(stopNotice, () => resolve('late')));
    if ((await Promise.race([done, late])) !== 'late') return;
    await window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: l10n.t('Stopping "{0}". Stop again to end it at once.', name),
      },
      () => done,
    );
  }
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
