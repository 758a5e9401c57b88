import { Broker, type Hint } from '../../server/broker/broker.ts';
import type { Clock, Timer } from '../../server/broker/clock.ts';
import type { Connection } from '../../server/broker/connection.ts';
import { defaultPolicy, type Policy } from '../../server/broker/policy.ts';
import type { Instance, InstanceEvents, LaunchOutcome, Page, Subject } from '../../server/broker/ports.ts';
import { splice, type Edit } from '../../server/broker/splice.ts';
import { decode, encode } from '../../server/broker/text.ts';

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A broker in a world without sockets, processes and time. */
export class BrokerWorld {
  readonly clock = new FakeClock();
  readonly instances: FakeInstance[] = [];
  /** Why leases ended, in order. */
  readonly ends: string[] = [];
  readonly broker: Broker;
  outcome: LaunchOutcome | undefined;

  constructor(policy: Partial<Policy> = {}) {
    let ids = 0;
    const nothing = (): void => {};
    this.broker = new Broker({
      policy: { ...defaultPolicy, ...policy },
      clock: this.clock,
      log: { debug: nothing, warn: nothing, error: nothing, info: (fields) => this.#hear(fields) },
      parent: 1,
      newId: () => `lease-${++ids}`,
      onLocation: nothing,
    });
  }

  /** A page that asks for the server, and what the broker made of it once all that can happen has. */
  async open(serverId = 'good', hint?: Hint): Promise<FakePage> {
    const page = new FakePage();
    page.connection = this.broker.attach(this.#subject(serverId), page, hint);
    await settle();
    return page;
  }

  /** The same, past `initialize`. */
  async openReady(serverId = 'good', hint?: Hint): Promise<FakePage> {
    const page = await this.open(serverId, hint);
    page.say({ id: 'hello', method: 'initialize', params: {} });
    await settle();
    page.say({ method: 'initialized', params: {} });
    return page;
  }

  /** Lets time go by in steps, so that what a timer starts can go on before the next one. */
  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= 500) {
      this.clock.advance(Math.min(left, 500));
      await settle();
    }
  }

  #subject(serverId: string): Subject {
    return {
      serverId,
      label: serverId,
      folder: { id: 'f', name: 'project', uri: 'file:///project', path: '/project' },
      extensionUri: 'file:///extension',
      launch: async () => {
        if (this.outcome) return this.outcome;
        const instance = new FakeInstance(this.instances.length + 1);
        this.instances.push(instance);
        return { kind: 'launched', instance };
      },
    };
  }

  #hear(fields: object): void {
    if ('to' in fields && fields.to === 'ended' && 'reason' in fields) this.ends.push(String(fields.reason));
  }
}

/** A language server that answers `initialize` and `shutdown`, and nothing else. */
class FakeInstance implements Instance {
  readonly pid: number;
  readonly heard: Message[] = [];
  isGone = false;
  #events: InstanceEvents | undefined;

  constructor(pid: number) {
    this.pid = pid;
  }

  listen(events: InstanceEvents): void {
    this.#events = events;
  }

  send(bytes: Uint8Array, edit?: Edit): boolean {
    const message = JSON.parse(decode(edit ? splice(bytes, edit.span, edit.replacement) : bytes)) as Message;
    this.heard.push(message);
    const result = message.method === 'initialize' ? { capabilities: {} } : null;
    if (message.method === 'initialize' || message.method === 'shutdown')
      this.say({ id: message.id ?? 0, result });
    return true;
  }

  say(message: Message): void {
    queueMicrotask(() => this.#events?.message(encode(JSON.stringify({ jsonrpc: '2.0', ...message }))));
  }

  exit(code: number): void {
    if (this.isGone) return;
    this.isGone = true;
    this.#events?.exited({ code, signal: null, stderr: [] });
  }

  pause(): void {}

  resume(): void {}

  async end(): Promise<void> {
    this.exit(0);
  }
}

export class FakePage implements Page {
  readonly speaksMooring = true;
  readonly heard: Message[] = [];
  closedWith: number | undefined;
  connection: Connection | undefined;

  say(message: Message): void {
    this.connection?.receive(encode(JSON.stringify({ jsonrpc: '2.0', ...message })));
  }

  /** The socket goes. */
  leave(): void {
    this.connection?.left();
  }

  answersTo(id: string): readonly Message[] {
    return this.heard.filter((message) => message.id === id);
  }

  /** What it comes back with. */
  get hint(): Hint {
    const { lease, epoch } = this.heard.find(({ method }) => method === 'mooring/ready')?.params ?? {};
    return { lease: String(lease), ...(typeof epoch === 'number' && { epoch }) };
  }

  send(bytes: Uint8Array): void {
    this.heard.push(JSON.parse(decode(bytes)) as Message);
  }

  close(code: number): void {
    if (this.closedWith !== undefined) return;
    this.closedWith = code;
    this.connection?.left();
  }

  probe(onAlive: () => void): void {
    if (this.closedWith === undefined) onAlive();
  }

  pause(): void {}

  resume(): void {}
}

/** Time stands still until it is told to go on. */
class FakeClock implements Clock {
  #now = 1_000_000;
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): Timer {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.push(timer);
    return { cancel: () => (this.#timers = this.#timers.filter((other) => other !== timer)) };
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now).sort((left, right) => left.at - right.at);
    for (const timer of due) {
      // One before it may have called it off.
      if (!this.#timers.includes(timer)) continue;
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.run();
    }
  }
}

/** Everything that needs no time has happened. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
