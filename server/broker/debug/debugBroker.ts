import { CloseCode } from '../../protocol/errors.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Page } from '../ports.ts';
import { event, output } from './dap.ts';
import type { AdapterRun } from './adapterRun.ts';
import type { DebugPolicy } from './debugPolicy.ts';
import { DebugSession } from './debugSession.ts';
import type { DebugSubject } from './ports.ts';
import { DebugEvent, type KeptSession } from '../../protocol/debug.ts';

export interface DebugBrokerOptions {
  readonly policy: DebugPolicy;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes an id that cannot be guessed. */
  readonly newId: () => string;
}

/** What a page knows of the session that it has lost. */
export interface Back {
  readonly epoch: number;
  /** How many messages it got. */
  readonly received: number;
}

/** Whether a page may go on with a session. */
export type Resumption =
  | { readonly kind: 'free'; readonly session: DebugSession }
  /** Another page has it. */
  | { readonly kind: 'attached' }
  | { readonly kind: 'gone' };

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
    if (this.#count >= policy.sessions) this.#makeRoom();
    const isFull = this.#count >= policy.sessions;
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
      parent,
      policy,
      clock,
      log,
      onOver: () => this.#over(session),
    });
    this.#sessions.set(key, session);
    this.#runs.add(session.run);
    return session;
  }

  /**
   * A page wants to go on with a session. One that still has a page is refused, unless that page is the one that is
   * `back`: then it takes its own place.
   */
  resume(key: string, back: Back | undefined): Resumption {
    const session = this.#sessions.get(key);
    if (!session || this.#isStopping) return { kind: 'gone' };
    const { page } = session;
    if (back && back.epoch !== session.audience.epoch) return { kind: page ? 'attached' : 'gone' };
    if (page && back) {
      session.left(page, 'lost');
      page.close(CloseCode.connectionLost);
    }
    if (session.state === 'kept') return { kind: 'free', session };
    return { kind: session.page ? 'attached' : 'gone' };
  }

  /** What has become of a session that a page had before it was loaded again. It is on its way to take it up. */
  async inquire(key: string): Promise<KeptSession> {
    const { clock, policy } = this.#options;
    const page = this.#sessions.get(key)?.page;
    if (page) {
      const isThere = await within(clock, policy.probeTime, (done) => page.probe(done));
      if (isThere) return { session: key, state: 'attached' };
      this.#sessions.get(key)?.left(page, 'lost');
      page.close(CloseCode.connectionLost);
    }
    const session = this.#sessions.get(key);
    if (session?.state !== 'kept') return { session: key, state: 'gone' };
    session.expectPage();
    const { parent, subject, configuration } = session;
    return {
      session: key,
      state: 'kept',
      type: subject.type,
      ...(parent && { parent: parent.key }),
      configuration,
    };
  }

  /** Ends these processes, and with them their sessions. */
  dismiss(pids: ReadonlySet<number>): void {
    for (const run of this.#runs) if (run.pid !== undefined && pids.has(run.pid)) run.dismiss();
  }

  /** Ends every session; resolves when no process of theirs is left. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const session of this.#sessions.values()) session.stop();
    await Promise.all([...this.#runs].map((run) => run.ended));
  }

  /** Those that end give way. */
  get #count(): number {
    return [...this.#sessions.values()].filter(({ state }) => state !== 'leaving').length;
  }

  /** Whoever starts something counts more than who may come back. */
  #makeRoom(): void {
    for (const session of this.#sessions.values())
      if (session.state === 'kept') return session.giveUp('its place is needed');
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

/** Whether it is done within the time. */
function within(clock: Clock, time: number, begin: (done: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.after(time, () => resolve(false));
    begin(() => {
      timer.cancel();
      resolve(true);
    });
  });
}
