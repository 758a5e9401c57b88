import type { WebSocket } from 'ws';
import type { DebugReadyBody } from '../../server/protocol/debug.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- what was said is for the assertions to judge
export type Wire = any;

export interface DapMessage {
  readonly seq: number;
  readonly type: 'request' | 'response' | 'event';
  readonly command?: string;
  readonly arguments?: Wire;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: Wire;
  readonly event?: string;
}

const patience = 30_000;

type Matcher = (message: DapMessage) => boolean;

/** A bare DAP client on a WebSocket. It remembers everything, in order. */
export class DebugClient {
  readonly socket: WebSocket;
  readonly messages: DapMessage[] = [];
  /** As they came, for what must not change on the way. */
  readonly texts: string[] = [];
  readonly closed: Promise<number>;
  /** The number of its next message. */
  seq = 1;
  #waiting: { readonly matches: Matcher; readonly done: (message: DapMessage) => void }[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    socket.on('message', (data) => this.#take(String(data)));
  }

  send(message: object): number {
    const seq = this.seq++;
    this.socket.send(JSON.stringify({ seq, ...message }));
    return seq;
  }

  /** The answer, whatever it says. */
  request(command: string, args?: unknown): Promise<DapMessage> {
    const seq = this.send({ type: 'request', command, arguments: args });
    return this.until(({ type, request_seq }) => type === 'response' && request_seq === seq);
  }

  /** The body of a successful answer. */
  async result(command: string, args?: unknown): Promise<Wire> {
    const { success, message, body } = await this.request(command, args);
    if (!success) throw new Error(`${command}: ${message}`);
    return body;
  }

  answer({ seq, command }: DapMessage, body?: unknown): void {
    this.send({ type: 'response', request_seq: seq, success: true, command, body });
  }

  /** The first message that matches, of those that came (from the index `from` on) and those that will come. */
  until(matches: Matcher, from = 0): Promise<DapMessage> {
    const known = this.messages.slice(from).find(matches);
    if (known) return Promise.resolve(known);
    return new Promise((done, fail) => {
      const timer = setTimeout(
        () => fail(new Error(`It did not come. The last ones:\n${this.#last()}`)),
        patience,
      );
      const settle = (message: DapMessage): void => {
        clearTimeout(timer);
        done(message);
      };
      this.#waiting.push({ matches, done: settle });
      void this.closed.then((code) => {
        clearTimeout(timer);
        fail(new Error(`The socket closed with ${code} before it came. The last ones:\n${this.#last()}`));
      });
    });
  }

  event(name: string, from = 0): Promise<DapMessage> {
    return this.until(({ event }) => event === name, from);
  }

  asked(command: string, from = 0): Promise<DapMessage> {
    return this.until((message) => message.type === 'request' && message.command === command, from);
  }

  async ready(): Promise<DebugReadyBody> {
    return (await this.event('mooring/ready')).body as DebugReadyBody;
  }

  /** All that is told of before has come, to a client that goes on with a session. */
  async resumed(): Promise<DebugReadyBody> {
    await this.event('mooring/resumed');
    const ready = await this.ready();
    this.seq = ready.resumed?.firstSeq ?? this.seq;
    return ready;
  }

  /** What came as output of a category, in one piece. */
  output(category: string): string {
    return this.messages
      .filter(({ event, body }) => event === 'output' && body.category === category)
      .map(({ body }) => String(body.output))
      .join('');
  }

  async untilOutput(category: string, text: string): Promise<void> {
    await this.until(() => this.output(category).includes(text));
  }

  async close(code = 1000): Promise<void> {
    this.socket.close(code);
    await this.closed;
  }

  #last(): string {
    return this.texts
      .slice(-8)
      .map((text) => text.slice(0, 500))
      .join('\n');
  }

  #take(text: string): void {
    this.texts.push(text);
    this.messages.push(JSON.parse(text) as DapMessage);
    const [message] = this.messages.slice(-1);
    const met = this.#waiting.filter(({ matches }) => message && matches(message));
    this.#waiting = this.#waiting.filter((waiting) => !met.includes(waiting));
    for (const { done } of met) if (message) done(message);
  }
}
