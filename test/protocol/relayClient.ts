import { type WebSocket } from 'ws';

// oxlint-disable-next-line typescript/no-explicit-any -- what was said is for the assertions to judge
export type Wire = any;

export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Wire;
  readonly result?: Wire;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A bare LSP client on a WebSocket. */
export class Client {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  readonly sent: string[] = [];
  readonly closed: Promise<number>;
  #nextId = 1;
  #waiting: { readonly matches: (message: Message) => boolean; readonly done: (message: Message) => void }[] =
    [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as Message));
  }

  send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.sent.push(text);
    this.socket.send(text);
  }

  notify(method: string, params: unknown = {}): void {
    this.send({ method, params });
  }

  /** The answer, whatever it says. */
  request(method: string, params: unknown = {}, id: number | string = this.#nextId++): Promise<Message> {
    const answered = this.until((message) => message.id === id && message.method === undefined);
    this.send({ id, method, params });
    return answered;
  }

  async result(method: string, params: unknown = {}): Promise<Wire> {
    const { result, error } = await this.request(method, params);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async initialize(params: object = {}): Promise<Message> {
    const answered = await this.request('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {},
      ...params,
    });
    this.notify('initialized');
    return answered;
  }

  /** Answers every request of the server as an editor without settings would. */
  answerRequests(): void {
    this.socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data)) as Message;
      if (id === undefined || method === undefined) return;
      const isConfiguration = method === 'workspace/configuration';
      this.send({ id, result: isConfiguration ? params.items.map(() => ({})) : null });
    });
  }

  open(uri: string, text = '', version = 1): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'plaintext', version, text } });
  }

  hover(uri = 'file:///a.txt'): Promise<Message> {
    return this.request('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 0 } });
  }

  /** The first message that matches, of those that came and those that will come. */
  until(matches: (message: Message) => boolean, from = 0): Promise<Message> {
    const known = this.messages.slice(from).find(matches);
    if (known) return Promise.resolve(known);
    return new Promise((done) => this.#waiting.push({ matches, done }));
  }

  method(method: string): Promise<Message> {
    return this.until((message) => message.method === method);
  }

  status(state: string): Promise<Message> {
    return this.until(({ method, params }) => method === 'mooring/status' && params.state === state);
  }

  async close(code = 1000): Promise<void> {
    this.socket.close(code);
    await this.closed;
  }

  #take(message: Message): void {
    this.messages.push(message);
    const met = this.#waiting.filter(({ matches }) => matches(message));
    this.#waiting = this.#waiting.filter((waiting) => !met.includes(waiting));
    for (const { done } of met) done(message);
  }
}
