import { CloseCode } from '../protocol/errors.ts';
import type { Attachment, AttachmentHost } from './attachment.ts';
import { Complaints } from './complaints.ts';
import type { Conversation } from './conversation.ts';
import { DocumentVersions } from './documentVersions.ts';
import type { Greeting } from './greeting.ts';
import type { LeaseOptions } from './leaseOptions.ts';
import type { EndReason, LeaseState } from './leaseState.ts';
import { Link } from './link.ts';
import { once } from './once.ts';
import { withFields, type Log } from './log.ts';
import type { Page, Subject } from './ports.ts';
import { RequestDeadlines } from './requestDeadlines.ts';
import { answer } from './rpc.ts';
import { ServerTraffic } from './serverTraffic.ts';
import { Supervisor } from './supervisor.ts';

/** The claim that keeps a language server alive, from before its process is started until after it is gone. */
export class Lease implements AttachmentHost {
  readonly id: string;
  /** Names it where its id must not be seen. */
  readonly key: string;
  readonly subject: Subject;
  readonly documents = new DocumentVersions();
  readonly link: Link;

  readonly #options: LeaseOptions;
  readonly #traffic: ServerTraffic;
  readonly #supervisor: Supervisor;
  readonly #deadlines: RequestDeadlines;
  readonly #log: Log;
  readonly #complaints: Complaints;
  #ending: Promise<void> | undefined;

  constructor(options: LeaseOptions) {
    const { id, key, subject, policy, clock, onLocation } = options;
    this.id = id;
    this.key = key;
    this.subject = subject;
    this.#options = options;
    this.#log = withFields(options.log, { lease: key, server: subject.serverId, folder: subject.folder.id });
    this.#complaints = new Complaints(this.#log);
    this.link = new Link(clock, this);
    this.#traffic = new ServerTraffic(this.documents, this.link, subject, onLocation);
    this.#deadlines = new RequestDeadlines(policy, clock, (conversation, pending) =>
      this.#traffic.giveUp(conversation, pending, clock.now()),
    );
    this.#supervisor = new Supervisor(options, {
      link: this.link,
      traffic: this.#traffic,
      end: (reason, code) => this.end(reason, code),
      replace: (attachment) => this.replace(attachment),
      log: this.#log,
    });
  }

  get state(): LeaseState {
    return this.#supervisor.state;
  }

  get isLive(): boolean {
    return this.#supervisor.isLive;
  }

  /** The session with the process that runs, if one does. */
  get conversation(): Conversation | undefined {
    return this.#supervisor.conversation;
  }

  get restarts(): number {
    return this.#supervisor.restarts;
  }

  /** How the last process that was not told to end did, in clock time. */
  get lastExit(): { readonly reason: string; readonly at: number } | undefined {
    return this.#supervisor.lastExit;
  }

  /** Whether a page with this greeting can take up what another page began. */
  suits(greeting: Greeting): boolean {
    return this.#supervisor.suits(greeting);
  }

  /** Binds a page. The lease must be live and detached. */
  attach(page: Page): Attachment {
    const attachment = this.link.attach(page);
    this.#log.info({ epoch: attachment.epoch }, 'Page attached');
    this.#supervisor.welcome();
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

  /** Takes another process, at somebody's word. */
  restart(): void {
    this.#supervisor.restart();
  }

  /** The page can take more, or cannot: the server's output waits with it. */
  congested(attachment: Attachment, isCongested: boolean): void {
    if (this.link.attachment !== attachment) return;
    const instance = this.conversation?.instance;
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
    const { state, subject } = this;
    if (state.kind === 'ready') return state.conversation;
    return this.isLive
      ? `${subject.label} is not running at the moment; it is being started.`
      : `${subject.label} is stopping.`;
  }

  hello(attachment: Attachment, id: string, params: unknown): void {
    this.#supervisor.hello(attachment, id, params);
  }

  forwarded(): void {
    const { conversation } = this;
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

  complain(fields: object, message: string): void {
    this.#complaints.make(fields, message);
  }

  farewell(attachment: Attachment): void {
    this.detach(attachment);
    attachment.page.close(CloseCode.released);
  }

  async #end(reason: EndReason): Promise<void> {
    this.link.keep();
    await this.#supervisor.end(reason);
    this.#options.tally.leaseEnded(reason);
    this.#options.onEnded(this);
  }

  /** @param grace milliseconds that it has to come back even where leases end with their page. */
  #detach(attachment: Attachment, grace: number): boolean {
    if (!this.link.detach(attachment)) return false;
    this.#supervisor.left();
    this.#log.info({ epoch: attachment.epoch }, 'Page detached');
    const { continuity, detachedExpiry } = this.#options.policy;
    const time = continuity && attachment.page.speaksMooring ? detachedExpiry : grace;
    if (this.isLive) this.link.expireAfter(time, () => void this.end('detached_timeout'));
    const { conversation } = this;
    conversation?.instance.resume();
    if (conversation) this.#traffic.detached(conversation, attachment);
    // The process that had them open is gone.
    else this.documents.closeAll();
    return true;
  }
}
