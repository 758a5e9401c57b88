import { Control } from '../protocol/control.ts';
import { CloseCode } from '../protocol/errors.ts';
import type { Attachment } from './attachment.ts';
import type { Clock } from './clock.ts';
import { Lease } from './lease.ts';
import type { Log } from './log.ts';
import type { Policy } from './policy.ts';
import type { Page, Subject } from './ports.ts';
import { notification } from './rpc.ts';

export interface BrokerOptions {
  readonly policy: Policy;
  readonly clock: Clock;
  readonly log: Log;
  /** Process id that language servers are told as their parent's. */
  readonly parent: number;
  /** Makes an id that cannot be guessed. */
  readonly newId: () => string;
  /** A language server pointed a page at this `file:` URI outside its folder. */
  readonly onLocation: (uri: string) => void;
}

/** A page's end of its lease, for the transport that carries it. */
export interface Connection {
  receive(message: Uint8Array): void;
  /** The page's buffer is filling up, or has emptied again. */
  congested(isCongested: boolean): void;
  /** The socket is closed. */
  left(): void;
}

/** Holds the leases of one user, and finds or makes one for each page that comes. */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #leases = new Map<string, Lease>();
  #isStopping = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
  }

  leases(): readonly Lease[] {
    return [...this.#leases.values()];
  }

  /**
   * Binds a page to the lease that `hint` names, to the newest detached one of the same subject, or to a new one.
   * Undefined: there was no room, and the page has been told and closed.
   */
  attach(subject: Subject, page: Page, hint: string | undefined): Connection | undefined {
    if (this.#isStopping) {
      page.close(CloseCode.goingAway);
      return undefined;
    }
    const lease = this.#claim(subject, hint) ?? this.#create(subject);
    if (!lease) {
      this.#refuse(page);
      return undefined;
    }
    return connect(lease, lease.attach(page));
  }

  /** Ends every lease; resolves when no process of theirs is left. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.leases().map((lease) => lease.end('server_stop', CloseCode.goingAway)));
  }

  #claim(subject: Subject, hint: string | undefined): Lease | undefined {
    const free = this.leases().filter(
      (lease) => lease.isLive && !lease.attached && isSame(lease.subject, subject),
    );
    return free.find((lease) => lease.id === hint) ?? free.sort(newestFirst)[0];
  }

  #create(subject: Subject): Lease | undefined {
    const live = this.leases().filter((lease) => lease.isLive);
    if (live.length >= this.#options.policy.leases) {
      const oldest = live
        .filter((lease) => !lease.attached)
        .sort(newestFirst)
        .at(-1);
      if (!oldest) return undefined;
      void oldest.end('capacity');
    }
    const { newId, ...shared } = this.#options;
    const id = newId();
    const lease = new Lease({ ...shared, id, subject, onEnded: () => this.#leases.delete(id) });
    this.#leases.set(id, lease);
    return lease;
  }

  #refuse(page: Page): void {
    const holders = this.leases()
      .filter((lease) => lease.isLive)
      .map((lease) => lease.subject.label);
    const reason = `All ${this.#options.policy.leases} places for language servers are taken: ${holders.join(', ')}. Stop one, or close a window.`;
    page.send(notification(Control.status, { state: 'failed', reason }));
    page.close(CloseCode.capacity);
  }
}

function connect(lease: Lease, attachment: Attachment): Connection {
  return {
    receive: (message) => lease.receive(attachment, message),
    congested: (isCongested) => lease.congested(attachment, isCongested),
    left: () => lease.detach(attachment),
  };
}

function isSame(left: Subject, right: Subject): boolean {
  return left.serverId === right.serverId && left.folder.id === right.folder.id;
}

function newestFirst(left: Lease, right: Lease): number {
  return (right.detachedSince ?? 0) - (left.detachedSince ?? 0);
}
