import { CloseCode } from '../protocol/errors.ts';
import type { ExitReport } from '../protocol/exit.ts';
import type { Attachment, AttachmentHost } from './attachment.ts';
import { Conversation, type ConversationEvents } from './conversation.ts';
import { DocumentVersions } from './documentVersions.ts';
import { describeExit } from './exitText.ts';
import { closeCodeFor, type Greeting } from './greeting.ts';
import { Handshake } from './handshake.ts';
import type { LeaseOptions } from './leaseOptions.ts';
import { mayFollow, type EndReason, type LeaseState } from './leaseState.ts';
import { Link } from './link.ts';
import type { LaunchOutcome, Page, Subject } from './ports.ts';
import { RequestDeadlines } from './requestDeadlines.ts';
import { RestartBudget } from './restartBudget.ts';
import { answer } from './rpc.ts';
import { once } from './once.ts';
import { ServerTraffic } from './serverTraffic.ts';
import { shutDown } from './shutDown.ts';

/** The claim that keeps a language server alive, from before its process is started until after it is gone. */
export class Lease implements AttachmentHost, ConversationEvents {
  readonly id: string;
  readonly subject: Subject;
  readonly documents = new DocumentVersions();
  readonly link: Link;

  readonly #options: LeaseOptions;
  readonly #traffic: ServerTraffic;
  readonly #handshake: Handshake;
  readonly #budget: RestartBudget;
  readonly #deadlines: RequestDeadlines;
  #state: LeaseState = { kind: 'starting' };
  #launching: Promise<void>;
  #ending: Promise<void> | undefined;

  constructor(options: LeaseOptions) {
    const { id, subject, policy, clock, onLocation } = options;
    this.id = id;
    this.subject = subject;
    this.#options = options;
    this.link = new Link(clock, this);
    this.#traffic = new ServerTraffic(this.documents, this.link, subject, onLocation);
    this.#handshake = new Handshake({
      lease: id,
      subject,
      policy,
      parent: options.parent,
      link: this.link,
      documents: this.documents,
      onAnswered: (conversation) => this.#initialized(conversation),
      onRefused: (conversation, reason) => this.#refusedToInitialize(conversation, reason),
    });
    this.#budget = new RestartBudget(policy.restartDelays, policy.quietTime);
    this.#deadlines = new RequestDeadlines(policy, clock, (conversation, pending) =>
      this.#traffic.giveUp(conversation, pending, clock.now()),
    );
    this.#launching = this.#launch();
  }

  get state(): LeaseState {
    return this.#state;
  }

  get restarts(): number {
    return this.#budget.used;
  }

  get isLive(): boolean {
    return this.#state.kind !== 'ending' && this.#state.kind !== 'ended';
  }

  /** Whether a page with this greeting can take up what another page began. */
  suits(greeting: Greeting): boolean {
    return this.#handshake.suits(greeting);
  }

  /** Binds a page. The lease must be live and detached. */
  attach(page: Page): Attachment {
    const attachment = this.link.attach(page);
    this.#log('info', 'Page attached', { epoch: attachment.epoch });
    if (this.#state.kind === 'restarting') this.link.status({ state: 'restarting', ...this.#state.crash });
    return attachment;
  }

  /** A message of a page; one of an earlier page comes too late and changes nothing. */
  receive(attachment: Attachment, message: Uint8Array): void {
    if (this.link.attachment === attachment) attachment.receive(message);
  }

  /** The page is gone. */
  detach(attachment: Attachment): void {
    this.#detach(attachment, 0);
  }

  /** Sends a page away that another one follows, or that is to come again. */
  replace(attachment: Attachment): void {
    if (this.#detach(attachment, this.#options.policy.returnGrace))
      attachment.page.close(CloseCode.connectionLost);
  }

  /** The page can take more, or cannot: the server's output waits with it. */
  congested(attachment: Attachment, isCongested: boolean): void {
    if (this.link.attachment !== attachment) return;
    const instance = this.#conversation()?.instance;
    if (isCongested) instance?.pause();
    else instance?.resume();
  }

  /** Ends the lease, once; later calls wait for the same end. With a code the page is closed at once. */
  end(reason: EndReason, code?: CloseCode): Promise<void> {
    this.#ending ??= this.#end(reason);
    if (code !== undefined) this.link.dismiss(code);
    return this.#ending;
  }

  // What a page asks: AttachmentHost.

  session(): Conversation | string {
    if (this.#state.kind === 'ready') return this.#state.conversation;
    const label = this.subject.label;
    return this.isLive
      ? `${label} is not running at the moment; it is being started.`
      : `${label} is stopping.`;
  }

  hello(attachment: Attachment, id: string, params: unknown): void {
    this.#handshake.hello(attachment, id, params, this.#conversation());
  }

  forwarded(): void {
    const conversation = this.#conversation();
    if (conversation) this.#deadlines.watch(conversation);
  }

  configured(settings: unknown): void {
    this.#traffic.settings = settings;
  }

  release({ page }: Attachment, id: string, reason: 'stop' | 'editor_idle'): void {
    const { clock, policy } = this.#options;
    const acknowledge = once(() => {
      timer.cancel();
      page.send(answer(id, 'null'));
      page.close(CloseCode.released);
    });
    const timer = clock.after(policy.releaseTimeout, acknowledge);
    void this.end(reason).then(acknowledge);
  }

  farewell(attachment: Attachment): void {
    this.detach(attachment);
    attachment.page.close(CloseCode.released);
  }

  // What the process says: ConversationEvents.

  drained(): void {
    this.link.attachment?.page.resume();
  }

  brokeProtocol(reason: string): void {
    const conversation = this.#conversation();
    if (!conversation) return;
    this.#crashed(conversation, { code: null, signal: null, stderr: [] }, `protocol error: ${reason}`);
    void conversation.instance.end('now');
  }

  exited(exit: ExitReport): void {
    const conversation = this.#conversation();
    if (conversation) this.#crashed(conversation, exit, describeExit(exit));
  }

  // Life

  async #launch(): Promise<void> {
    const outcome = await this.subject.launch();
    if (this.#state.kind !== 'starting') {
      // It ended meanwhile: nobody has use for the process.
      if (outcome.kind === 'launched') await outcome.instance.end('now');
      return;
    }
    if (outcome.kind !== 'launched') return this.#notLaunched(outcome);
    const { instance, version } = outcome;
    const conversation = new Conversation(
      instance,
      this.#traffic,
      this,
      this.#options.clock,
      this.#options.log,
    );
    this.#transition({ kind: 'initializing', conversation }, `pid ${instance.pid}`);
    const server = this.subject.label;
    this.link.status({ state: 'starting', server, ...(version === undefined ? {} : { version }) });
    conversation.start();
    if (this.#conversation() === conversation) this.#handshake.begin(conversation);
  }

  #notLaunched(outcome: Exclude<LaunchOutcome, { kind: 'launched' }>): void {
    if (outcome.kind === 'folder-gone') return void this.end('folder_closed', closeCodeFor(outcome));
    const { guidance } = this.subject;
    this.link.refuse(outcome.reason);
    const advice = guidance === undefined ? {} : { guidance };
    this.link.status({ state: 'failed', reason: outcome.reason, ...advice });
    void this.end('server_exit', closeCodeFor(outcome));
  }

  #initialized(conversation: Conversation): void {
    if (this.#conversation() === conversation) {
      this.#transition({ kind: 'ready', conversation }, 'initialize answered');
    }
  }

  #refusedToInitialize(conversation: Conversation, reason: string): void {
    if (this.#conversation() !== conversation) return;
    this.link.refuse(reason);
    this.link.status({ state: 'failed', reason: `${this.subject.label} refused to initialize: ${reason}` });
    void this.end('server_exit', CloseCode.startFailed);
  }

  #crashed(conversation: Conversation, exit: ExitReport, reason: string): void {
    const { clock } = this.#options;
    const sentence = `${this.subject.label} ended (${reason}).`;
    this.#traffic.failPending(conversation, sentence);
    this.drained();
    // One that nobody is attached to is not started again: what made it worth keeping is gone. Unless it is
    // the successor of a crashed one, whose page is about to come back.
    const isWanted = this.link.attachment !== undefined || this.#state.kind === 'initializing';
    const retry = isWanted ? this.#budget.crashed(clock.now()) : undefined;
    if (retry) {
      const crash = { ...retry, of: this.#budget.size, exit, reason };
      const timer = clock.after(retry.delay, () => this.#restart());
      this.#transition({ kind: 'restarting', timer, crash }, reason);
      return this.link.status({ state: 'restarting', ...crash });
    }
    this.link.refuse(sentence);
    this.link.status({
      state: 'failed',
      reason: `${sentence} It was restarted ${this.#budget.used} times.`,
      exit,
    });
    void this.end('server_exit', CloseCode.serverExited);
  }

  #restart(): void {
    this.#transition({ kind: 'starting' }, 'restart');
    this.#launching = this.#launch();
    // A page whose session was with the old process has to begin anew; see `Control`.
    const attachment = this.link.attachment;
    if (attachment?.greeting.kind !== 'answered') return;
    this.replace(attachment);
  }

  async #end(reason: EndReason): Promise<void> {
    const conversation = this.#conversation();
    if (this.#state.kind === 'restarting') this.#state.timer.cancel();
    this.link.keep();
    this.#transition({ kind: 'ending', reason }, reason);
    const sentence = `${this.subject.label} is stopping.`;
    this.link.refuse(sentence);
    if (conversation) this.#traffic.failPending(conversation, sentence);
    this.drained();
    await this.#launching;
    if (conversation) await shutDown(conversation, this.#options.clock, this.#options.policy.shutdownTimeout);
    this.#transition({ kind: 'ended', reason }, reason);
    this.#options.onEnded(this);
  }

  /** @param grace milliseconds that it has to come back even where leases end with their page. */
  #detach(attachment: Attachment, grace: number): boolean {
    if (!this.link.detach(attachment)) return false;
    this.#log('info', 'Page detached', { epoch: attachment.epoch });
    const { continuity, detachedExpiry } = this.#options.policy;
    const time = continuity && attachment.page.speaksMooring ? detachedExpiry : grace;
    if (this.isLive) this.link.expireAfter(time, () => void this.end('detached_timeout'));
    const conversation = this.#conversation();
    conversation?.instance.resume();
    if (conversation) this.#traffic.detached(conversation, attachment);
    return true;
  }

  #conversation(): Conversation | undefined {
    const state = this.#state;
    return state.kind === 'initializing' || state.kind === 'ready' ? state.conversation : undefined;
  }

  #transition(next: LeaseState, reason: string): void {
    const from = this.#state.kind;
    if (!mayFollow(from, next.kind)) throw new Error(`Bug: a lease cannot go from ${from} to ${next.kind}`);
    this.#state = next;
    this.#log('info', 'Lease changed state', { from, to: next.kind, reason });
  }

  #log(level: 'info' | 'error', message: string, fields: object): void {
    const { subject } = this;
    this.#options.log[level]({ server: subject.serverId, folder: subject.folder.id, ...fields }, message);
  }
}
