import { CloseCode } from '../../protocol/errors.ts';
import type { ExitReport } from '../../protocol/exit.ts';
import { closeCodeFor } from '../greeting.ts';
import { tryToLaunch } from '../tryToLaunch.ts';
import type { Audience } from './audience.ts';
import type { Adapter, DebugSubject, Line } from './ports.ts';
import type { DebugSessionOptions } from './sessionState.ts';

/** Why a session cannot go on. */
export interface Failure {
  readonly code: CloseCode;
  /** One sentence for people. */
  readonly reason: string;
  readonly guidance?: string;
  readonly exit?: ExitReport;
}

/** What a run tells its sessions. */
export interface RunMember {
  readonly audience: Pick<Audience, 'said' | 'isBehind'>;
  output(category: 'stdout' | 'stderr', text: string): void;
  exited(exit: ExitReport): void;
}

export type Connected = { readonly line: Line; readonly adapter: Adapter; readonly version?: string };

/** One process of an adapter, from its launch to its end, and the sessions that talk to it. */
export class AdapterRun {
  readonly subject: DebugSubject;
  readonly #options: Pick<DebugSessionOptions, 'clock' | 'log' | 'policy'>;
  /** The session it was launched for: it ends with it. */
  readonly #first: RunMember;
  readonly #members = new Set<RunMember>();
  readonly #launched: ReturnType<DebugSubject['launch']>;
  #isEnding = false;
  #pid: number | undefined;
  #resolveEnded: () => void = () => {};
  /** Resolves when nothing of it is left. */
  readonly ended = new Promise<void>((resolve) => (this.#resolveEnded = resolve));

  constructor(
    subject: DebugSubject,
    first: RunMember,
    options: Pick<DebugSessionOptions, 'clock' | 'log' | 'policy'>,
  ) {
    this.subject = subject;
    this.#options = options;
    this.#first = first;
    this.#members.add(first);
    this.#launched = this.#launch();
  }

  /** It was told to end: what its sessions lose now is no fault. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** A line of its own for a session, which is a member from now until `release`. */
  async connect(member: RunMember): Promise<Connected | Failure> {
    const { label, guidance } = this.subject;
    this.#members.add(member);
    const outcome = await this.#launched;
    if (outcome.kind === 'folder-gone') {
      const reason = 'The opened folder does not exist any more.';
      return { code: CloseCode.folderUnknown, reason };
    }
    if (outcome.kind !== 'launched') {
      const { reason } = outcome;
      return { code: closeCodeFor(outcome), reason, ...(guidance !== undefined && { guidance }) };
    }
    const { instance: adapter, version } = outcome;
    const line = await adapter.open();
    if (!('reason' in line)) return { line, adapter, ...(version !== undefined && { version }) };
    const { reason, exit } = line;
    return {
      code: CloseCode.startFailed,
      reason: `${label} could not be reached: ${reason}.`,
      ...(exit && { exit }),
    };
  }

  /** Once it is launched. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** Somebody needs it to end: for its sessions that is no failure. */
  dismiss(): void {
    void this.#end('politely');
  }

  /** A page does not keep up, or does again: what the process writes beside its lines goes to the first one's. */
  congested(member: RunMember, isCongested: boolean): void {
    if (member !== this.#first) return;
    void this.#launched.then((outcome) => {
      if (outcome.kind !== 'launched') return;
      if (isCongested) outcome.instance.pause();
      else outcome.instance.resume();
    });
  }

  /**
   * A session is over. The process goes with the first one, and with the last one.
   *
   * @param othersFirst whether all that it has said to the others is to come before
   */
  release(member: RunMember, how: 'politely' | 'now', othersFirst: boolean): void {
    this.#members.delete(member);
    if (this.#members.size === 0) void this.#end(how);
    else if (member === this.#first && othersFirst) this.#awaitLastWords();
    else if (member === this.#first) void this.#end(how);
  }

  #awaitLastWords(): void {
    const said = this.#said;
    this.#options.clock.after(this.#options.policy.lastWords, () => {
      if (this.#isEnding) return;
      const isBehind = [...this.#members].some(({ audience }) => audience.isBehind);
      if (isBehind || this.#said !== said) this.#awaitLastWords();
      else void this.#end('politely');
    });
  }

  /** How much its sessions have been told. */
  get #said(): number {
    return [...this.#members].reduce((sum, { audience }) => sum + audience.said, 0);
  }

  /** A second call may be more urgent than the first. */
  async #end(how: 'politely' | 'now'): Promise<void> {
    this.#isEnding = true;
    const outcome = await this.#launched;
    if (outcome.kind === 'launched') await outcome.instance.end(how);
    this.#resolveEnded();
  }

  async #launch(): ReturnType<DebugSubject['launch']> {
    const outcome = await tryToLaunch(this.subject, this.#options.log);
    if (outcome.kind === 'launched') {
      this.#pid = outcome.instance.pid;
      outcome.instance.listen({
        output: (category, text) => this.#first.output(category, text),
        exited: (exit) => {
          for (const member of this.#members) member.exited(exit);
        },
      });
    }
    return outcome;
  }
}
