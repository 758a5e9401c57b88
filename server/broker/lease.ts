import { Control, type StatusParams } from '../protocol/control.ts';
import { CloseCode, RpcError } from '../protocol/errors.ts';
import type { ExitReport } from '../protocol/exit.ts';
import { Attachment, type AttachmentHost } from './attachment.ts';
import type { Clock, Timer } from './clock.ts';
import { Conversation, type ConversationEvents } from './conversation.ts';
import { renumberBack } from './documentMessages.ts';
import { DocumentVersions } from './documentVersions.ts';
import { describeExit } from './exitText.ts';
import { initializeParams } from './initializeParams.ts';
import { mayFollow, type Crash, type EndReason, type LeaseState } from './leaseState.ts';
import { answersWithLocations, locationsOutside } from './locations.ts';
import type { Log } from './log.ts';
import type { PendingRequest } from './pendingRequests.ts';
import type { Policy } from './policy.ts';
import type { LaunchOutcome, Page, Subject } from './ports.ts';
import { RequestDeadlines } from './requestDeadlines.ts';
import { RestartBudget } from './restartBudget.ts';
import { answer, failure, isRecord, notification, parse } from './rpc.ts';
import { decode } from './text.ts';

export interface LeaseOptions {
  readonly id: string;
  readonly subject: Subject;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly log: Log;
  /** Process id the language server is told as its parent's. */
  readonly parent: number;
  /** A server pointed the page at this file outside the folder. */
  readonly onLocation: (uri: string) => void;
  readonly onEnded: (lease: Lease) => void;
}

/** Beside its state a lease is bound to a page or not. */
type Link =
  | { readonly kind: 'attached'; readonly attachment: Attachment }
  | { readonly kind: 'detached'; readonly since: number; readonly expiry: Timer | undefined };

/** The claim that keeps a language server alive, from before its process is started until after it is gone. */
export class Lease implements AttachmentHost, ConversationEvents {
  readonly id: string;
  readonly subject: Subject;
  readonly documents = new DocumentVersions();

  readonly #options: LeaseOptions;
  readonly #budget: RestartBudget;
  readonly #deadlines: RequestDeadlines;
  #state: LeaseState = { kind: 'starting' };
  #link: Link;
  #epoch = 0;
  /** The page's `initialize` parameters, for the next process too. */
  #greeting: unknown;
  #launching: Promise<void>;
  #ending: Promise<void> | undefined;

  constructor(options: LeaseOptions) {
    this.id = options.id;
    this.subject = options.subject;
    this.#options = options;
    const { policy, clock } = options;
    this.#budget = new RestartBudget(policy.restartDelays, policy.quietTime);
    this.#deadlines = new RequestDeadlines(policy, clock, (pending) => this.#timedOut(pending));
    this.#link = { kind: 'detached', since: clock.now(), expiry: undefined };
    this.#launching = this.#launch();
  }

  get state(): LeaseState {
    return this.#state;
  }

  get attached(): boolean {
    return this.#link.kind === 'attached';
  }

  get detachedSince(): number | undefined {
    return this.#link.kind === 'detached' ? this.#link.since : undefined;
  }

  get isLive(): boolean {
    return this.#state.kind !== 'ending' && this.#state.kind !== 'ended';
  }

  /** Binds a page. The lease must be live and detached. */
  attach(page: Page): Attachment {
    if (this.#link.kind === 'attached') throw new Error('Bug: the lease is attached already');
    this.#link.expiry?.cancel();
    const attachment = new Attachment(page, ++this.#epoch, this);
    this.#link = { kind: 'attached', attachment };
    this.#options.log.info({ ...this.#about(), epoch: this.#epoch }, 'Page attached');
    if (this.#state.kind === 'restarting') this.#status(restarting(this.#state.crash));
    return attachment;
  }

  /** A message of a page; one of an earlier page comes too late and changes nothing. */
  receive(attachment: Attachment, message: Uint8Array): void {
    if (this.#isPresent(attachment)) attachment.receive(message);
  }

  /** The page is gone, or is sent away. Its requests are cancelled, its documents closed. */
  detach(attachment: Attachment): void {
    if (this.#link.kind !== 'attached' || this.#link.attachment !== attachment) return;
    const expiry = this.isLive ? this.#armExpiry(attachment.page) : undefined;
    this.#link = { kind: 'detached', since: this.#options.clock.now(), expiry };
    this.#options.log.info({ ...this.#about(), epoch: attachment.epoch }, 'Page detached');
    const closed = this.documents.closeAll();
    const conversation = this.#conversation();
    if (!conversation) return;
    conversation.instance.resume();
    for (const pending of conversation.pending.takeAllOf(attachment)) conversation.cancel(pending);
    conversation.failServerRequests('The editor has gone.');
    for (const uri of closed) conversation.notify('textDocument/didClose', { textDocument: { uri } });
  }

  /** Ends the lease, once; later calls wait for the same end. The page is closed with `code` at once if given. */
  end(reason: EndReason, code?: CloseCode): Promise<void> {
    this.#ending ??= this.#end(reason);
    if (code !== undefined) this.#dismiss(code);
    return this.#ending;
  }

  // AttachmentHost

  session(): Conversation | string {
    if (this.#state.kind === 'ready') return this.#state.conversation;
    const label = this.subject.label;
    return this.isLive
      ? `${label} is not running at the moment; it is being started.`
      : `${label} is stopping.`;
  }

  hello(attachment: Attachment, id: string, params: unknown): void {
    if (attachment.listens) {
      const text = 'This connection has sent "initialize" already.';
      attachment.page.send(failure(id, RpcError.invalidRequest, text));
      return;
    }
    attachment.greeting = { kind: 'waiting', id };
    const conversation = this.#conversation();
    if (conversation?.capabilities !== undefined) return this.#greet(conversation, true);
    this.#greeting = { params };
    if (conversation?.handshake === 'none') this.#initialize(conversation);
  }

  forwarded(): void {
    const conversation = this.#conversation();
    if (conversation) this.#deadlines.watch(conversation);
  }

  release(attachment: Attachment, id: string, reason: 'stop' | 'editor_idle'): void {
    const { clock, policy } = this.#options;
    let acknowledged = false;
    const acknowledge = (): void => {
      if (acknowledged) return;
      acknowledged = true;
      timer.cancel();
      attachment.page.send(answer(id, 'null'));
      attachment.page.close(CloseCode.released);
    };
    const timer = clock.after(policy.releaseTimeout, acknowledge);
    void this.end(reason).then(acknowledge);
  }

  farewell(attachment: Attachment): void {
    this.detach(attachment);
    attachment.page.close(CloseCode.released);
  }

  // ConversationEvents

  answered(pending: PendingRequest<Attachment>, message: Uint8Array): void {
    if (!this.#isPresent(pending.caller)) return;
    if (answersWithLocations(pending.method)) {
      for (const uri of locationsOutside(message, this.subject.folder.uri)) this.#options.onLocation(uri);
    }
    pending.caller.page.send(message);
  }

  asked(id: string, method: string, message: Uint8Array): void {
    const page = this.#listener();
    if (page) page.send(message);
    else
      this.#conversation()?.failServer(
        id,
        RpcError.methodNotFound,
        `No editor is there to answer ${method}.`,
      );
  }

  notified(method: string, message: Uint8Array): void {
    const page = this.#listener();
    if (!page) return;
    page.send(method === 'textDocument/publishDiagnostics' ? renumberBack(this.documents, message) : message);
  }

  drained(): void {
    if (this.#link.kind === 'attached') this.#link.attachment.page.resume();
  }

  brokeProtocol(reason: string): void {
    const conversation = this.#conversation();
    if (!conversation) return;
    this.#options.log.warn({ ...this.#about(), reason }, 'The language server broke the protocol');
    this.#crashed(conversation, { code: null, signal: null, stderr: [] }, `protocol error: ${reason}`);
    void conversation.instance.end('now');
  }

  exited(exit: ExitReport): void {
    const conversation = this.#conversation();
    if (!conversation) return;
    this.#crashed(conversation, exit, describeExit(exit));
  }

  /** The page can take more, or cannot: the server's output waits with it. */
  congested(attachment: Attachment, isCongested: boolean): void {
    if (!this.#isPresent(attachment)) return;
    const instance = this.#conversation()?.instance;
    if (isCongested) instance?.pause();
    else instance?.resume();
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
    const conversation = new Conversation(instance, this, this.#options.clock, this.#options.log);
    this.#transition({ kind: 'initializing', conversation }, `pid ${instance.pid}`);
    const server = this.subject.label;
    this.#status({ state: 'starting', server, ...(version === undefined ? {} : { version }) });
    conversation.start();
    if (this.#greeting !== undefined && this.#conversation() === conversation) this.#initialize(conversation);
  }

  #notLaunched(outcome: Exclude<LaunchOutcome, { kind: 'launched' }>): void {
    if (outcome.kind === 'folder-gone') return void this.end('folder_closed', CloseCode.folderUnknown);
    const { guidance } = this.subject;
    this.#status({
      state: 'failed',
      reason: outcome.reason,
      ...(guidance === undefined ? {} : { guidance }),
    });
    if (outcome.kind === 'failed') return void this.end('server_exit', CloseCode.startFailed);
    void this.end('server_exit', outcome.installable ? CloseCode.installable : CloseCode.notInstalled);
  }

  #initialize(conversation: Conversation): void {
    const page = isRecord(this.#greeting) ? this.#greeting['params'] : undefined;
    conversation.handshake = 'asked';
    const params = initializeParams(page, this.subject, this.#options.parent);
    conversation.ask('initialize', params, (message) => {
      if (message && this.#conversation() === conversation) this.#initialized(conversation, message);
    });
  }

  #initialized(conversation: Conversation, message: Uint8Array): void {
    const response = parse(message);
    if (response && 'result' in response) {
      conversation.handshake = 'answered';
      conversation.capabilities = JSON.stringify(response['result']);
      this.#transition({ kind: 'ready', conversation }, 'initialize answered');
      this.#greet(conversation, false);
      return;
    }
    const error = isRecord(response?.['error']) ? response['error'] : {};
    const reason = typeof error['message'] === 'string' ? error['message'] : 'It gave no reason.';
    this.#failGreeting(reason);
    this.#status({ state: 'failed', reason: `${this.subject.label} refused to initialize: ${reason}` });
    void this.end('server_exit', CloseCode.startFailed);
  }

  /** Answers the page that waits for its `initialize`, if there is one. */
  #greet(conversation: Conversation, resumed: boolean): void {
    if (this.#link.kind !== 'attached') return;
    const { attachment } = this.#link;
    if (attachment.greeting.kind !== 'waiting') return;
    attachment.page.send(answer(attachment.greeting.id, conversation.capabilities ?? 'null'));
    attachment.greeting = { kind: 'answered' };
    const { folder, extensionUri } = this.subject;
    const ready = {
      lease: this.id,
      resumed,
      folder: folder.uri,
      extension: extensionUri,
      pid: conversation.pid,
    };
    attachment.page.send(notification(Control.ready, ready));
  }

  #crashed(conversation: Conversation, exit: ExitReport, reason: string): void {
    const sentence = `${this.subject.label} ended (${reason}).`;
    const retry = this.#budget.crashed(this.#options.clock.now());
    if (retry) {
      const crash = { ...retry, of: this.#budget.size, exit, reason };
      const timer = this.#options.clock.after(retry.delay, () => this.#restart());
      this.#transition({ kind: 'restarting', timer, crash }, reason);
      this.#failPending(conversation, sentence);
      this.#status(restarting(crash));
      return;
    }
    this.#failPending(conversation, sentence);
    this.#failGreeting(sentence);
    const text = `${sentence} It was restarted ${this.#budget.size} times.`;
    this.#status({ state: 'failed', reason: text, exit });
    void this.end('server_exit', CloseCode.serverExited);
  }

  #restart(): void {
    this.#transition({ kind: 'starting' }, 'restart');
    this.#launching = this.#launch();
    // A page whose session was with the old process has to begin anew; see `Control`.
    if (this.#link.kind === 'attached' && this.#link.attachment.greeting.kind === 'answered') {
      const { attachment } = this.#link;
      this.detach(attachment);
      attachment.page.close(CloseCode.connectionLost);
    }
  }

  async #end(reason: EndReason): Promise<void> {
    const conversation = this.#conversation();
    if (this.#state.kind === 'restarting') this.#state.timer.cancel();
    if (this.#link.kind === 'detached') this.#link.expiry?.cancel();
    this.#transition({ kind: 'ending', reason }, reason);
    this.#failGreeting(`${this.subject.label} is stopping.`);
    await this.#launching;
    if (conversation) {
      this.#failPending(conversation, `${this.subject.label} is stopping.`);
      await this.#farewellTo(conversation);
    }
    this.#transition({ kind: 'ended', reason }, reason);
    this.#options.onEnded(this);
  }

  /** LSP 3.18 "Shutdown Request", "Exit Notification". A process that is not ready yet is not asked. */
  async #farewellTo(conversation: Conversation): Promise<void> {
    conversation.instance.resume();
    if (conversation.handshake === 'none' || conversation.handshake === 'asked') {
      return conversation.instance.end('now');
    }
    await new Promise<void>((resolve) => {
      const timer = this.#options.clock.after(this.#options.policy.shutdownTimeout, resolve);
      conversation.ask('shutdown', undefined, () => {
        timer.cancel();
        resolve();
      });
    });
    conversation.notify('exit');
    await conversation.instance.end('politely');
  }

  #armExpiry(page: Page): Timer | undefined {
    const { policy, clock } = this.#options;
    const awaitsReturn = this.#state.kind === 'starting' || this.#state.kind === 'restarting';
    const stays = policy.continuity && page.speaksMooring;
    const time = stays ? policy.detachedExpiry : awaitsReturn && this.#epoch > 0 ? policy.returnGrace : 0;
    return clock.after(time, () => void this.end('detached_timeout'));
  }

  #dismiss(code: CloseCode): void {
    if (this.#link.kind !== 'attached') return;
    const { attachment } = this.#link;
    this.#link = { kind: 'detached', since: this.#options.clock.now(), expiry: undefined };
    attachment.page.close(code);
  }

  #failPending(conversation: Conversation, sentence: string): void {
    for (const { caller, callerId } of conversation.pending.takeAll()) {
      if (!this.#isPresent(caller)) continue;
      caller.page.send(failure(decode(callerId), RpcError.internalError, sentence));
    }
  }

  /** A page that waits for the answer to its `initialize` gets this one. */
  #failGreeting(sentence: string): void {
    if (this.#link.kind !== 'attached' || this.#link.attachment.greeting.kind !== 'waiting') return;
    const { page, greeting } = this.#link.attachment;
    page.send(failure(greeting.id, RpcError.internalError, sentence));
    this.#link.attachment.greeting = { kind: 'refused' };
  }

  #timedOut({ caller, callerId, method, serverId, since }: PendingRequest<Attachment>): void {
    this.#conversation()?.notify('$/cancelRequest', { id: serverId });
    if (!this.#isPresent(caller)) return;
    const seconds = Math.round((this.#options.clock.now() - since) / 1000);
    const text = `${this.subject.label} did not answer ${method} within ${seconds} s; it was cancelled.`;
    caller.page.send(failure(decode(callerId), RpcError.requestCancelled, text));
  }

  #conversation(): Conversation | undefined {
    const state = this.#state;
    return state.kind === 'initializing' || state.kind === 'ready' ? state.conversation : undefined;
  }

  #isPresent(attachment: Attachment): boolean {
    return this.#link.kind === 'attached' && this.#link.attachment === attachment;
  }

  #listener(): Page | undefined {
    if (this.#link.kind !== 'attached' || !this.#link.attachment.listens) return undefined;
    return this.#link.attachment.page;
  }

  #status(params: StatusParams): void {
    if (this.#link.kind === 'attached') this.#link.attachment.page.send(notification(Control.status, params));
  }

  #about(): object {
    return { server: this.subject.serverId, folder: this.subject.folder.id };
  }

  #transition(next: LeaseState, reason: string): void {
    const from = this.#state.kind;
    if (!mayFollow(from, next.kind)) throw new Error(`Bug: a lease cannot go from ${from} to ${next.kind}`);
    this.#state = next;
    this.#options.log.info({ ...this.#about(), from, to: next.kind, reason }, 'Lease changed state');
  }
}

function restarting(crash: Crash): StatusParams {
  return { state: 'restarting', ...crash };
}
