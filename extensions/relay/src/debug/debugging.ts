import {
  debug,
  DebugConfigurationProviderTriggerKind,
  type DebugConfigurationProvider,
  type Disposable,
} from 'vscode';
import { DebugConfigurations, type Resolving } from './debugConfigurations.ts';
import { startChild } from './childSessions.ts';
import type { Debuggers } from './debuggers.ts';
import type { DebugSessions } from './debugSessions.ts';
import { dialectOf } from './dialects/dialects.ts';

/** VS Code's own function, in the name of the extension that calls it. */
export type RegisterFactory = typeof debug.registerDebugAdapterDescriptorFactory;

/** Serves the debuggers that extensions declare. */
export class Debugging implements Disposable {
  readonly #debuggers: Debuggers;
  readonly #sessions: DebugSessions;
  readonly #resolving: Resolving;
  readonly #served = new Set<string>();
  readonly #subscriptions: Disposable[];

  constructor(debuggers: Debuggers, sessions: DebugSessions, resolving: Resolving) {
    this.#debuggers = debuggers;
    this.#sessions = sessions;
    this.#resolving = resolving;
    this.#subscriptions = [
      debug.onDidTerminateDebugSession((session) => sessions.forget(session)),
      debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
        if (event === dialectOf(session.type).childEvent) void startChild(session, body);
      }),
    ];
  }

  /** VS Code takes a factory for a type only from the extension that declares it: `debuggerEntry.ts` runs there. */
  serve(type: string, register: RegisterFactory): void {
    const find = () => this.#debuggers.find(type);
    const found = find();
    if (!found || this.#served.has(type)) return;
    this.#served.add(type);
    const configurations = new DebugConfigurations(type, find, this.#resolving);
    this.#subscriptions.push(debug.registerDebugConfigurationProvider(type, configurations));
    const { offers } = dialectOf(type);
    if (offers) {
      const provider: DebugConfigurationProvider = {
        provideDebugConfigurations: async (folder) => (folder ? offers(folder) : []),
      };
      this.#subscriptions.push(
        debug.registerDebugConfigurationProvider(
          type,
          provider,
          DebugConfigurationProviderTriggerKind.Dynamic,
        ),
      );
    }
    if (found.hasAdapter) this.#subscriptions.push(register(type, this.#sessions));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }
}
