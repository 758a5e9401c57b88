import { Control } from '../protocol/control.ts';
import { CloseCode } from '../protocol/errors.ts';
import type { LeaseAction, LeasesReport } from '../protocol/leases.ts';
import type { Clock } from './clock.ts';
import { Connection } from './connection.ts';
import type { Greeting } from './greeting.ts';
import { Lease } from './lease.ts';
import { reportOf } from './leaseReport.ts';
import type { Log } from './log.ts';
import { once } from './once.ts';
import type { Policy } from './policy.ts';
import type { Page, Subject } from './ports.ts';
import { Tally } from './tally.ts';
import { notification } from './rpc.ts';

export interface BrokerOptions {
  readonly policy: Policy;
  readonly clock: Clock;
  readonly log: Log;
  /** Process id that language servers are told as their parent's. */
  readonly parent: number;
  /** Differs from one run of the relay to the next. */
  readonly relay: string;
  /** Makes an id that cannot be guessed. */
  readonly newId: () => string;
  /** Makes a short name for a lease, for people and logs. */
  readonly newKey: () => string;
  /** A language server pointed a page at this `file:` URI outside its folder. */
  readonly onLocation: (uri: string) => void;
}

/** What a page says about the lease it had. A hint only: it gives no right to anything. */
export interface Hint {
  readonly lease: string;
  /** The epoch it was attached in; a page that knows it is that page. */
  readonly epoch?: number;
}

/** Holds the leases of one user, and finds or makes one for each page that comes. */
export class Broker {
  readonly #options: BrokerOptions;
  readonly tally = new Tally();
  readonly #leases = new Map<string, Lease>();
  #isStopping = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
  }

  leases(): readonly Lease[] {
    return [...this.#leases.values()];
  }

  /** All of them, for people. */
  report(): LeasesReport {
    const now = this.#options.clock.now();
    const leases = this.leases().flatMap((lease) => reportOf(lease, now) ?? []);
    return { leases, limit: this.#options.policy.leases };
  }

  /**
   * Does to a lease what somebody who is not its page asks for.
   *
   * @returns when it is done; undefined when there is no such lease (any more).
   */
  act(key: string, action: LeaseAction): Promise<void> | undefined {
    const lease = this.leases().find((lease) => lease.key === key && lease.isLive);
    if (!lease) return undefined;
    if (action === 'stop') return lease.end('stop', CloseCode.stoppedElsewhere);
    lease.restart();
    return Promise.resolve();
  }

  /** Gives another process to whoever has one of these. */
  renew(pids: ReadonlySet<number>): void {
    for (const lease of this.leases()) {
      if (lease.conversation && pids.has(lease.conversation.pid)) lease.restart();
    }
  }

  /** Takes in a page: it gets a lease now, or once its `initialize` tells which one suits. */
  attach(subject: Subject, page: Page, hint?: Hint): Connection {
    const connection = new Connection(page, this.#options.log);
    if (!this.#isStopping && this.#candidate(subject, page, hint)) {
      connection.visit((greeting) => this.#settle(connection, subject, page, hint, greeting));
    } else this.#bindToNew(connection, subject, page);
    return connection;
  }

  /** Ends every lease; resolves when no process of theirs is left. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.leases().map((lease) => lease.end('server_stop', CloseCode.goingAway)));
  }

  /** The lease this page may take up: its own, or the newest that nobody is attached to. */
  #candidate(subject: Subject, page: Page, hint?: Hint, greeting?: Greeting): Lease | undefined {
    const suitable = this.leases().filter(
      (lease) => lease.isLive && isSame(lease.subject, subject) && (!greeting || lease.suits(greeting)),
    );
    const own = suitable.find((lease) => lease.id === hint?.lease);
    if (own) return own;
    // A client that would not say that it has come back cannot be told what it missed.
    if (!page.speaksMooring || !this.#options.policy.continuity) return undefined;
    return suitable.filter((lease) => !lease.link.attachment).sort(newestFirst)[0];
  }

  #settle(
    connection: Connection,
    subject: Subject,
    page: Page,
    hint: Hint | undefined,
    greeting: Greeting,
  ): void {
    const lease = this.#candidate(subject, page, hint, greeting);
    const attached = lease?.link.attachment;
    if (!lease) return this.#bindToNew(connection, subject, page);
    if (!attached) return connection.bind(lease);
    if (attached.epoch === hint?.epoch) {
      // The same page on a new socket: the old one is dead and does not know it yet.
      lease.replace(attached);
      return connection.bind(lease);
    }
    // A duplicated tab, or this tab before it was reloaded: the first must not take what the second left.
    const { clock, policy } = this.#options;
    const decide = once((isAlive: boolean) => {
      timer.cancel();
      if (connection.isOver) return;
      if (!isAlive) lease.replace(attached);
      if (!lease.isLive || lease.link.attachment) this.#bindToNew(connection, subject, page);
      else connection.bind(lease);
    });
    const timer = clock.after(policy.probeTime, () => decide(false));
    attached.page.probe(() => decide(true));
  }

  #bindToNew(connection: Connection, subject: Subject, page: Page): void {
    if (connection.isOver) return;
    if (this.#isStopping) return page.close(CloseCode.goingAway);
    const lease = this.#create(subject);
    if (lease) connection.bind(lease);
    else this.#refuse(page);
  }

  #create(subject: Subject): Lease | undefined {
    const live = this.leases().filter((lease) => lease.isLive);
    if (live.length >= this.#options.policy.leases) {
      const oldest = live
        .filter((lease) => !lease.link.attachment)
        .sort(newestFirst)
        .at(-1);
      if (!oldest) return undefined;
      void oldest.end('capacity');
    }
    const { newId, newKey, ...shared } = this.#options;
    const { tally } = this;
    const [id, key] = [newId(), newKey()];
    const lease = new Lease({ ...shared, tally, id, key, subject, onEnded: () => this.#leases.delete(id) });
    this.#leases.set(id, lease);
    return lease;
  }

  #refuse(page: Page): void {
    const holders = this.report()
      .leases.filter(({ state }) => state !== 'ending')
      .map(({ label, folder, window }) => ({ label, folder: folder.name, window }));
    const names = holders.map(({ label }) => label).join(', ');
    const reason = `All ${this.#options.policy.leases} places for language servers are taken: ${names}. Stop one, or close a window.`;
    page.send(notification(Control.status, { state: 'failed', reason, holders }));
    page.close(CloseCode.capacity);
  }
}

function isSame(left: Subject, right: Subject): boolean {
  return left.serverId === right.serverId && left.folder.id === right.folder.id;
}

function newestFirst(left: Lease, right: Lease): number {
  return right.link.since - left.link.since;
}
