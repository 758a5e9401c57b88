import { DebugEvent } from '../../protocol/debug.ts';
import { CloseCode } from '../../protocol/errors.ts';
import type { ExitReport } from '../../protocol/exit.ts';
import type { Timer } from '../clock.ts';
import { describeExit } from '../exitText.ts';
import type { Page } from '../ports.ts';
import { AdapterRun, type Connected, type Failure, type RunMember } from './adapterRun.ts';
import { Audience } from './audience.ts';
import { event, output } from './dap.ts';
import { Dialogue, type Note } from './dialogue.ts';
import { EarlyMessages } from './earlyMessages.ts';
import { lineEvents } from './lineEvents.ts';
import type { DebugSubject, Line } from './ports.ts';
import { readyBody } from './readyBody.ts';
import { failedMessages, RefusedPage } from './refusedPage.ts';
import { retell } from './retell.ts';
import type { DebugSessionOptions, SessionState } from './sessionState.ts';

/** One debug session: a page's socket on one side, a line to an adapter on the other. */
export class DebugSession implements RunMember {
  readonly key: string;
  readonly subject: DebugSubject;
  readonly parent: DebugSession | undefined;
  readonly run: AdapterRun;
  readonly audience: Audience;
  readonly #options: DebugSessionOptions;
  readonly #dialogue: Dialogue;
  #state: SessionState = { kind: 'starting', early: new EarlyMessages() };
  /** The one thing that is waited for with a limit. */
  #deadline: Timer | undefined;

  constructor(options: DebugSessionOptions) {
    const { key, subject, page, parent, clock, log } = options;
    this.key = key;
    this.subject = subject;
    this.parent = parent;
    this.#options = options;
    this.audience = new Audience(page);
    const onNote = (note: Note): void => this.#noted(note);
    this.#dialogue = new Dialogue({ subject, audience: this.audience, clock, log, onNote });
    const isShared = parent?.run.subject.sharesProcess === true;
    this.run = isShared ? parent.run : new AdapterRun(subject, this, options);
    void this.#start();
  }

  get state(): SessionState['kind'] {
    return this.#state.kind;
  }

  get page(): Page | undefined {
    return this.audience.page;
  }

  /** Arguments of `launch` or `attach`. */
  get configuration(): Record<string, unknown> {
    return this.#dialogue.configuration;
  }

  /** From a page, which counts only while it is the one that is here; so do the next two. */
  receive(page: Page, message: Uint8Array): void {
    const state = this.#state;
    if (page !== this.page) return;
    if (state.kind === 'talking') this.#dialogue.fromPage(state.connected.line, message);
    else if (state.kind === 'starting') this.#keepEarly(state.early, message);
    else if (state.kind === 'refused') state.refused.receive(message);
  }

  /** The page's buffer is filling up, or has emptied again. */
  congested(page: Page, isCongested: boolean): void {
    if (this.#state.kind !== 'talking' || page !== this.page) return;
    this.audience.congested(isCongested);
    if (isCongested) this.#state.connected.line.pause();
    else this.#state.connected.line.resume();
    this.run.congested(this, isCongested);
  }

  /** The page's socket is closed: `lost` without a word. Harmless when repeated. */
  left(page: Page, how: 'departed' | 'lost'): void {
    const state = this.#state;
    if (page !== this.page) return;
    const mayBeKept = this.#options.policy.continuity && page.speaksMooring;
    const isKept = mayBeKept && !this.#dialogue.isOver && this.#dialogue.isTakeable;
    this.audience.leave();
    if (state.kind !== 'talking') {
      if (state.kind !== 'leaving') this.#end('the page left', 'now');
    } else if (isKept) this.#keep(state.connected, how);
    else this.#leave(state.connected, 'the page left');
  }

  /** A page is on its way: it may take as long as one whose network is down. */
  expectPage(): void {
    const { lostKeep } = this.#options.policy;
    if (this.#state.kind === 'kept') this.#within(lostKeep, () => this.giveUp('no page came'));
  }

  /**
   * Goes on with another page, or with the same one over another socket.
   *
   * @param received how many messages that same page got
   */
  takeUp(page: Page, received: number | undefined): void {
    const state = this.#state;
    if (state.kind !== 'kept') throw new Error(`Bug: a page takes up a session that is ${state.kind}.`);
    const { connected } = state;
    this.#deadline?.cancel();
    this.#transition({ kind: 'talking', connected }, 'a page took it up');
    retell(page, received, {
      audience: this.audience,
      dialogue: this.#dialogue,
      line: connected.line,
      ready: (resumed) => readyBody(this, connected, resumed),
    });
  }

  /** The server stops. */
  stop(): void {
    this.#dialogue.settle('Mooring stops.');
    this.page?.close(CloseCode.goingAway);
    this.giveUp('the server stops');
  }

  /** Ends it as if its page had left for good. */
  giveUp(why: string): void {
    const state = this.#state;
    this.audience.leave();
    if (state.kind === 'talking' || state.kind === 'kept') this.#leave(state.connected, why);
    else if (state.kind !== 'leaving') this.#end(why, 'now');
  }

  output(category: 'stdout' | 'stderr', text: string): void {
    const state = this.#state;
    if (category === 'stdout' && this.#dialogue.program === 'none') {
      // No program runs yet: the adapter itself says something, such as where it listens.
      const fields = { type: this.subject.type, stdout: text.slice(0, 400) };
      this.#options.log.debug(fields, 'Debug adapter wrote to stdout');
    } else if (state.kind === 'talking' || state.kind === 'kept')
      this.#dialogue.output(output(category, text));
    else if (state.kind === 'starting') state.early.toPage(output(category, text));
  }

  exited(exit: ExitReport): void {
    this.#lost(`${this.#name} ended (${describeExit(exit)}).`, exit);
  }

  get #name(): string {
    return this.subject.label;
  }

  async #start(): Promise<void> {
    const connected = await this.run.connect(this);
    const state = this.#state;
    if (state.kind !== 'starting') {
      if ('line' in connected) connected.line.close();
      return;
    }
    if (!('line' in connected)) return this.#fail(connected);
    this.audience.send(event(DebugEvent.ready, readyBody(this, connected)));
    for (const message of state.early.forPage) this.#dialogue.output(message);
    this.#transition({ kind: 'talking', connected }, 'the adapter is there');
    this.#listen(connected.line);
    this.#receiveAll(state.early.ofPage);
  }

  #receiveAll(messages: readonly Uint8Array[]): void {
    const { page } = this;
    if (page) for (const message of messages) this.receive(page, message);
  }

  #listen(line: Line): void {
    line.listen(
      lineEvents(line, {
        label: this.#name,
        dialogue: this.#dialogue,
        audience: this.audience,
        output: (category, text) => this.output(category, text),
        fail: (failed) => this.#fail(failed),
        closed: () => {
          // If this is a surprise, the exit of the process may tell why.
          const grace = this.#isExpected ? 0 : this.#options.policy.closedGrace;
          this.#within(grace, () => this.#lost(`${this.#name} closed its connection.`));
        },
      }),
    );
  }

  #keepEarly(early: EarlyMessages, message: Uint8Array): void {
    if (early.fromPage(message)) return;
    const reason = 'The page sent more than is kept until the debug adapter is there.';
    this.#fail({ code: CloseCode.connectionLost, reason });
  }

  #noted(note: Note): void {
    const { initializeTimeout, disconnectTimeout } = this.#options.policy;
    if (note === 'initialize asked') {
      const reason = `${this.#name} did not answer "initialize" within ${initializeTimeout / 1000} s and was stopped.`;
      return this.#within(initializeTimeout, () => this.#fail({ code: CloseCode.startFailed, reason }));
    }
    if (note === 'disconnect asked') {
      return this.#within(disconnectTimeout, () => this.#finish('it did not answer disconnect', 'now'));
    }
    if (note === 'initialize answered') {
      if (this.#dialogue.disconnect === 'unasked') this.#deadline?.cancel();
    } else if (this.#state.kind === 'leaving') this.#end('it said goodbye', 'politely');
    else if (note === 'disconnect answered') {
      // The page has this long to close its socket.
      this.#within(disconnectTimeout, () => this.#finish('it is disconnected', 'politely'));
    }
  }

  get #isExpected(): boolean {
    return this.#dialogue.isEnding || this.run.isEnding;
  }

  /** The adapter, or the line to it, is gone. */
  #lost(reason: string, exit?: ExitReport): void {
    if (this.#state.kind === 'leaving') this.#end('it is gone', 'politely');
    else if (this.#isExpected || this.#dialogue.isPlainEnd(exit)) this.#finish('it is gone', 'politely');
    else {
      const code = this.#dialogue.isInitialized ? CloseCode.serverExited : CloseCode.startFailed;
      this.#fail({ code, reason, ...(exit && { exit }) });
    }
  }

  #keep(connected: Connected, how: 'departed' | 'lost'): void {
    const { departedKeep, lostKeep } = this.#options.policy;
    this.#transition({ kind: 'kept', connected }, how === 'lost' ? 'its page was lost' : 'its page departed');
    // Nobody is there who might not keep up.
    connected.line.resume();
    this.run.congested(this, false);
    this.#within(how === 'lost' ? lostKeep : departedKeep, () => this.giveUp('no page came'));
  }

  /** The page has gone for good. */
  #leave(connected: Connected, why: string): void {
    const isOver = this.#dialogue.isOver;
    this.#transition({ kind: 'leaving', connected }, why);
    connected.line.resume();
    this.#dialogue.leave(connected.line);
    if (isOver) return this.#end('it said goodbye', 'politely');
    this.#within(this.#options.policy.disconnectTimeout, () =>
      this.#end('it did not answer disconnect', 'now'),
    );
  }

  /** An end that was asked for, with the page still there. */
  #finish(why: string, how: 'politely' | 'now'): void {
    this.#dialogue.settle('The debug session is over.');
    this.#dialogue.terminate();
    this.#end(why, how);
    this.page?.close(CloseCode.released);
  }

  #fail(failed: Failure): void {
    const state = this.#state;
    const { code, reason } = failed;
    if (state.kind === 'leaving') return this.#end(reason, 'now');
    if (state.kind !== 'starting' && state.kind !== 'talking' && state.kind !== 'kept') return;
    this.#options.log.warn({ type: this.subject.type, code, reason }, 'Debug session failed');
    const [told, failedEvent] = failedMessages(failed);
    if (state.kind === 'starting') for (const message of state.early.forPage) this.#dialogue.output(message);
    this.#dialogue.output(told);
    this.audience.send(failedEvent);
    if (state.kind !== 'starting') {
      this.#dialogue.settle(reason);
      this.#dialogue.terminate();
      this.#end(reason, 'now');
      return this.page?.close(code);
    }
    const refused = new RefusedPage(this.audience, failed, this.#options, () => this.#end(reason, 'now'));
    this.#transition({ kind: 'refused', refused }, reason);
    this.run.release(this, 'now', false);
    this.#receiveAll(state.early.ofPage);
  }

  #end(why: string, how: 'politely' | 'now'): void {
    const state = this.#state;
    if (state.kind === 'over') return;
    this.#deadline?.cancel();
    this.#dialogue.dispose();
    this.#transition({ kind: 'over' }, why);
    if ('connected' in state) state.connected.line.close();
    if (state.kind === 'refused') state.refused.cancel();
    this.run.release(this, how, this.#dialogue.endedByItself);
    this.#options.onOver();
  }

  #within(milliseconds: number, run: () => void): void {
    if (this.#state.kind === 'over') return;
    this.#deadline?.cancel();
    this.#deadline = this.#options.clock.after(milliseconds, run);
  }

  #transition(next: SessionState, why: string): void {
    const { type } = this.subject;
    this.#options.log.debug({ type, from: this.#state.kind, to: next.kind, why }, 'Debug session');
    this.#state = next;
  }
}
