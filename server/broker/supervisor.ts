import { CloseCode } from '../protocol/errors.ts';
import type { ExitReport } from '../protocol/exit.ts';
import type { Attachment } from './attachment.ts';
import { Conversation, type ConversationEvents } from './conversation.ts';
import { describeExit } from './exitText.ts';
import { closeCodeFor, type Greeting } from './greeting.ts';
import { Handshake } from './handshake.ts';
import type { LeaseOptions } from './leaseOptions.ts';
import { mayFollow, type Crash, type EndReason, type LeaseState } from './leaseState.ts';
import type { Link } from './link.ts';
import type { Log } from './log.ts';
import type { LaunchOutcome } from './ports.ts';
import { tryToLaunch } from './tryToLaunch.ts';
import { RestartBudget } from './restartBudget.ts';
import type { ServerTraffic } from './serverTraffic.ts';
import { shutDown } from './shutDown.ts';

/** What a supervisor asks of the lease it works for. */
export interface SupervisorHost {
  readonly link: Link;
  readonly traffic: ServerTraffic;
  /** There is no server to be had, and the page is told why with this code. */
  end(reason: EndReason, code: CloseCode): Promise<void>;
  /** Sends the page away so that it comes again. */
  replace(attachment: Attachment): void;
  readonly log: Log;
}

/** Keeps the process of a lease running: starts it, starts it again when it dies or somebody asks, ends it. */
export class Supervisor implements ConversationEvents {
  readonly #options: LeaseOptions;
  readonly #host: SupervisorHost;
  readonly #handshake: Handshake;
  readonly #budget: RestartBudget;
  #state: LeaseState = { kind: 'starting' };
  #launching: Promise<void>;
  /** A process that no conversation is held with any more is gone. */
  #discarded: Promise<void> = Promise.resolve();
  #launches = 0;
  #version: string | undefined;

  constructor(options: LeaseOptions, host: SupervisorHost) {
    const { id, key, subject, policy, parent } = options;
    this.#options = options;
    this.#host = host;
    this.#handshake = new Handshake({
      lease: id,
      relay: options.relay,
      key,
      subject,
      policy,
      parent,
      link: host.link,
      documents: host.traffic.documents,
      onAnswered: (conversation) => this.#initialized(conversation),
      onRefused: (conversation, reason) => this.#refusedToInitialize(conversation, reason),
    });
    this.#budget = new RestartBudget(policy.restartDelays, policy.quietTime);
    this.#launching = this.#launch();
  }

  get state(): LeaseState {
    return this.#state;
  }

  get isLive(): boolean {
    return this.#state.kind !== 'ending' && this.#state.kind !== 'ended';
  }

  /** The session with the process that runs, if one does. */
  get conversation(): Conversation | undefined {
    const state = this.#state;
    return state.kind === 'initializing' || state.kind === 'ready' ? state.conversation : undefined;
  }

  /** How often another process took the place of one before it. */
  get restarts(): number {
    return Math.max(0, this.#launches - 1);
  }

  /** How the last process that was not told to end did, in clock time. */
  get lastExit(): { readonly reason: string; readonly at: number } | undefined {
    return this.#budget.last;
  }

  /** Whether a page with this greeting can take up what another page began. */
  suits(greeting: Greeting): boolean {
    return this.#handshake.suits(greeting);
  }

  /** A page's `initialize`. `id` is raw JSON. */
  hello(attachment: Attachment, id: string, params: unknown): void {
    this.#handshake.hello(attachment, id, params, this.conversation);
  }

  /** A page has come. */
  welcome(): void {
    const state = this.#state;
    if (state.kind === 'initializing') this.#sayStarting();
    if (state.kind === 'dormant') this.#restartAt(state.due, state.crash);
  }

  /** The page has gone: what it waited for waits for the next one. */
  left(): void {
    const state = this.#state;
    if (state.kind !== 'restarting') return;
    state.timer.cancel();
    this.#transition({ kind: 'dormant', crash: state.crash, due: state.due }, 'nobody waits for it');
  }

  /** Takes another process, at somebody's word. Does nothing when one is being started, or ends. */
  restart(): void {
    const state = this.#state;
    if (state.kind === 'restarting' || state.kind === 'dormant') {
      if (state.kind === 'restarting') state.timer.cancel();
      this.#budget.forget();
      return this.#restart('asked to');
    }
    if (state.kind !== 'initializing' && state.kind !== 'ready') return;
    const { conversation } = state;
    this.#budget.forget();
    this.#transition({ kind: 'replacing' }, 'asked to');
    this.#host.traffic.failPending(conversation, `${this.#options.subject.label} is being restarted.`);
    this.#letPageOn();
    this.#renewSession();
    this.#launching = this.#replaceProcess(conversation);
  }

  /** Ends the process, politely if it can be; resolves when nothing is left of it. Once. */
  async end(reason: EndReason): Promise<void> {
    const { conversation } = this;
    const { link, traffic } = this.#host;
    const { clock, policy, subject } = this.#options;
    if (this.#state.kind === 'restarting') this.#state.timer.cancel();
    this.#transition({ kind: 'ending', reason }, reason);
    const sentence = `${subject.label} is stopping.`;
    link.refuse(sentence);
    if (conversation) traffic.failPending(conversation, sentence);
    this.#letPageOn();
    await this.#launching;
    await this.#discarded;
    if (conversation) await shutDown(conversation, clock, policy.shutdownTimeout);
    this.#transition({ kind: 'ended', reason }, reason);
  }

  // What the process says: ConversationEvents.

  drained(conversation: Conversation): void {
    if (conversation === this.conversation) this.#letPageOn();
  }

  brokeProtocol(conversation: Conversation, reason: string): void {
    if (conversation !== this.conversation) return;
    this.#crashed(conversation, { code: null, signal: null, stderr: [] }, `protocol error: ${reason}`);
    this.#discarded = conversation.instance.end('now');
  }

  outgrew(conversation: Conversation, reason: string): void {
    if (conversation !== this.conversation) return;
    this.#fail(CloseCode.serverExited, `${this.#options.subject.label} was ended: ${reason}.`);
  }

  exited(conversation: Conversation, exit: ExitReport): void {
    if (conversation === this.conversation) this.#crashed(conversation, exit, describeExit(exit));
  }

  // Life

  async #launch(): Promise<void> {
    const { clock, tally } = this.#options;
    // Two of them at once may want the same port, the same lock, and twice the memory.
    await this.#discarded;
    if (this.#state.kind !== 'starting') return;
    const outcome = await tryToLaunch(this.#options.subject, this.#host.log);
    if (this.#state.kind !== 'starting') {
      // It ended meanwhile: nobody has use for the process.
      if (outcome.kind === 'launched') await outcome.instance.end('now');
      return;
    }
    if (outcome.kind !== 'launched') return this.#notLaunched(outcome);
    const { instance } = outcome;
    this.#version = outcome.version;
    if (this.#launches++ > 0) tally.restarts++;
    const conversation = new Conversation(instance, this.#host.traffic, this, {
      clock,
      tally,
      log: this.#host.log,
    });
    this.#transition({ kind: 'initializing', conversation }, `pid ${instance.pid}`);
    this.#sayStarting();
    conversation.start();
    if (this.conversation === conversation) this.#handshake.begin(conversation);
  }

  #sayStarting(): void {
    const { key, subject } = this.#options;
    const version = this.#version === undefined ? {} : { version: this.#version };
    this.#host.link.status({ state: 'starting', server: subject.label, ...version, key });
  }

  #notLaunched(outcome: Exclude<LaunchOutcome, { kind: 'launched' }>): void {
    if (outcome.kind === 'folder-gone') {
      return void this.#host.end('folder_closed', closeCodeFor(outcome));
    }
    const { guidance } = this.#options.subject;
    this.#fail(closeCodeFor(outcome), outcome.reason, guidance === undefined ? {} : { guidance });
  }

  #initialized(conversation: Conversation): void {
    if (this.conversation === conversation) {
      this.#transition({ kind: 'ready', conversation }, 'initialize answered');
    }
  }

  #refusedToInitialize(conversation: Conversation, reason: string): void {
    if (this.conversation !== conversation) return;
    this.#host.link.refuse(reason);
    this.#fail(CloseCode.startFailed, `${this.#options.subject.label} refused to initialize: ${reason}`);
  }

  #crashed(conversation: Conversation, exit: ExitReport, reason: string): void {
    const now = this.#options.clock.now();
    const sentence = `${this.#options.subject.label} ended (${reason}).`;
    this.#host.traffic.failPending(conversation, sentence);
    this.#letPageOn();
    const crash = this.#budget.crashed(now, exit, reason);
    if (!crash) {
      this.#host.link.refuse(sentence);
      const told = `${sentence} It was restarted ${this.#budget.used} times.`;
      return this.#fail(CloseCode.serverExited, told, { exit });
    }
    const due = now + crash.delay;
    if (this.#host.link.attachment) this.#restartAt(due, crash);
    else this.#transition({ kind: 'dormant', crash, due }, reason);
  }

  #restartAt(due: number, crash: Crash): void {
    const { clock } = this.#options;
    const delay = Math.max(0, due - clock.now());
    const timer = clock.after(delay, () => this.#restart('restart'));
    this.#transition({ kind: 'restarting', timer, crash, due }, crash.reason);
    this.#host.link.status({ state: 'restarting', ...crash, delay });
  }

  #restart(reason: string): void {
    this.#transition({ kind: 'starting' }, reason);
    this.#launching = this.#launch();
    this.#renewSession();
  }

  async #replaceProcess(conversation: Conversation): Promise<void> {
    await shutDown(conversation, this.#options.clock, this.#options.policy.shutdownTimeout);
    if (this.#state.kind !== 'replacing') return;
    this.#transition({ kind: 'starting' }, 'the process before it is gone');
    await this.#launch();
  }

  /** It was made to wait for a process that will take nothing more. */
  #letPageOn(): void {
    this.#host.link.attachment?.page.resume();
  }

  /** A page whose session was with the process before has to begin anew; see `Control`. */
  #renewSession(): void {
    const { attachment } = this.#host.link;
    if (attachment?.greeting.kind === 'answered') this.#host.replace(attachment);
  }

  /** Tells the page why there is no server for it, and ends. */
  #fail(code: CloseCode, reason: string, more: { guidance?: string; exit?: ExitReport } = {}): void {
    this.#host.link.refuse(reason);
    this.#host.link.status({ state: 'failed', reason, ...more });
    void this.#host.end('server_exit', code);
  }

  #transition(next: LeaseState, reason: string): void {
    const from = this.#state.kind;
    if (!mayFollow(from, next.kind)) throw new Error(`Bug: a lease cannot go from ${from} to ${next.kind}`);
    this.#state = next;
    this.#host.log.info({ from, to: next.kind, reason }, 'Lease changed state');
  }
}
