import type { DebugProtocol } from '@vscode/debugprotocol';
import { commands, debug, l10n, type DebugAdapter, type DebugSession, type Disposable } from 'vscode';
import { installCommand } from '../../../../../server/protocol/install.ts';
import type { Debugger } from '../debugger.ts';
import type { Debuggers } from '../debuggers.ts';
import { dialectOf } from '../dialects/dialects.ts';
import type { AdapterInstalls } from './adapterInstalls.ts';
import { AnsweringAdapter } from './answeringAdapter.ts';

const command = '_mooring.installDebugAdapter';

/**
 * Gives VS Code's own dialog about a session that did not start a button that installs the adapter, where that
 * helps, and starts the session again once it is there.
 */
export class InstallOffers implements Disposable {
  readonly #debuggers: Debuggers;
  readonly #installs: AdapterInstalls;
  /** By debug type: what was to be debugged when the adapter was offered. */
  readonly #failed = new Map<string, DebugSession>();
  readonly #registration: Disposable;

  constructor(debuggers: Debuggers, installs: AdapterInstalls) {
    this.#debuggers = debuggers;
    this.#installs = installs;
    this.#registration = commands.registerCommand(command, (type: unknown) => this.#take(type));
  }

  /**
   * The adapter of a session, whose failures offer what helps.
   *
   * @param isAbsent whether it is not installed, and can be: known when the failure comes
   */
  over(adapter: DebugAdapter, session: DebugSession, isAbsent: () => boolean): DebugAdapter {
    const found = this.#debuggers.find(session.type);
    return new AnsweringAdapter(adapter, (response) => {
      if (!found || session.parentSession) return response;
      if (isAbsent()) return this.#offering(response, response.message ?? '', found, session);
      const misfit = dialectOf(session.type).misfit?.(errorText(response));
      if (misfit === undefined) return response;
      const canHelp = misfit.isTooOld && found.install !== undefined && !this.#installs.isCurrent(found.type);
      if (canHelp) return this.#offering(response, misfitText(misfit.reason, found), found, session);
      return saying(response, helplessText(misfit.reason, found));
    });
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #offering(
    response: DebugProtocol.Response,
    text: string,
    { type }: Debugger,
    session: DebugSession,
  ): DebugProtocol.Response {
    this.#failed.set(type, session);
    const url = `command:${command}?${encodeURIComponent(JSON.stringify([type]))}`;
    return saying(response, text, { url, urlLabel: l10n.t('Install') });
  }

  async #take(type: unknown): Promise<void> {
    const found = typeof type === 'string' ? this.#debuggers.find(type) : undefined;
    if (!found) return;
    const session = this.#failed.get(found.type);
    this.#failed.delete(found.type);
    if (!(await this.#installs.install(found)) || !session) return;
    await debug.startDebugging(session.workspaceFolder, session.configuration);
  }
}

function misfitText(reason: string, { label, install }: Debugger): string {
  return l10n.t(
    '{0} Install runs “{1}” on the machine that holds the folder, into Mooring’s own folder (~/.mooring/servers); from then on that {2} is used.',
    reason,
    install ? installCommand(install) : '',
    label,
  );
}

/** Where the one that can be installed would not do either, or is the one that does not. */
function helplessText(reason: string, { label }: Debugger): string {
  return l10n.t(
    '{0} Install a {1} that fits on the machine that holds the folder, then start again. One that Mooring installed (~/.mooring/servers) comes first: delete it if it is the one in the way.',
    reason,
    label,
  );
}

/** What the adapter says of its failure, to people (DAP "ErrorResponse"). */
function errorText({ message, body }: DebugProtocol.Response): string {
  const { error } = (body ?? {}) as DebugProtocol.ErrorResponse['body'];
  if (!error) return message ?? '';
  return error.format.replaceAll(/\{(\w+)\}/g, (all, name: string) => error.variables?.[name] ?? all);
}

/** VS Code shows a link of an error as a button of its dialog. In the text braces would be placeholders. */
function saying(
  response: DebugProtocol.Response,
  reason: string,
  link: { readonly url?: string; readonly urlLabel?: string } = {},
): DebugProtocol.Response {
  const error = { id: 1, format: '{reason}', variables: { reason }, showUser: true, ...link };
  return { ...response, message: reason, body: { error } };
}
