import { CloseCode } from '../../protocol/errors.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Page } from '../ports.ts';
import { event, output } from './dap.ts';
import type { AdapterRun } from './adapterRun.ts';
import type { DebugPolicy } from './debugPolicy.ts';
import { DebugSession } from './debugSession.ts';
import type { DebugSubject } from './ports.ts';
import { DebugEvent } from '../../protocol/debug.ts';

export interface DebugBrokerOptions {
  readonly policy: DebugPolicy;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes an id that cannot be guessed. */
  readonly newId: () => string;
}

/** Holds the debug sessions that pages have, and the adapters they run. */
export class DebugBroker {
  readonly #options: DebugBrokerOptions;
  readonly #sessions = new Map<string, DebugSession>();
  /** Until nothing of their process is left. */
  readonly #runs = new Set<AdapterRun>();
  #isStopping = false;

  constructor(options: DebugBrokerOptions) {
    this.#options = options;
  }

  find(key: string): DebugSession | undefined {
    return this.#sessions.get(key);
  }

  /**
   * Takes in a page.
   *
   * @param parent the session whose child this one is.
   * @returns undefined when the page was sent away.
   */
  attach(subject: DebugSubject, page: Page, parent?: DebugSession): DebugSession | undefined {
    const { newId, policy, clock, log } = this.#options;
    const isFull = this.#sessions.size >= policy.sessions;
    if (this.#isStopping || isFull) {
      if (this.#isStopping) page.close(CloseCode.goingAway);
      else this.#refuse(page);
      return undefined;
    }
    const key = newId();
    // A child in its parent's process is held to what its parent is, whatever type it names.
    const shared = parent?.run.subject.sharesProcess ? parent : undefined;
    const session = new DebugSession({
      key,
      subject: shared?.run.subject ?? subject,
      page,
      parent: shared,
      policy,
      clock,
      log,
      onOver: () => this.#over(session),
    });
    this.#sessions.set(key, session);
    this.#runs.add(session.run);
    return session;
  }

  /** Ends every session; resolves when no process of theirs is left. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const session of this.#sessions.values()) session.stop();
    await Promise.all([...this.#runs].map((run) => run.ended));
  }

  #over(session: DebugSession): void {
    this.#sessions.delete(session.key);
    void session.run.ended.then(() => this.#runs.delete(session.run));
  }

  #refuse(page: Page): void {
    const reason = `${this.#options.policy.sessions} debug sessions run, and no more may. Stop one, or close a window.`;
    page.send(output('stderr', `${reason}\n`));
    page.send(event(DebugEvent.failed, { reason }));
    page.close(CloseCode.capacity);
  }
}
