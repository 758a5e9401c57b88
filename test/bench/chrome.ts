import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { chromiumArguments } from '../harness/chromium.ts';

export interface ChromeOptions {
  readonly executable: string;
  /** Folder of the profile: what the browser remembers from one run to the next. */
  readonly profile: string;
  /** Where the browser's network stack writes down what it did; complete once the browser is gone. */
  readonly netLog?: string;
}

const patience = 60_000;

/**
 * A browser with one page. It is told and asked as little as possible over its DevTools protocol: a client such as
 * Playwright's switches on domains that make V8 parse the whole bundle again for its stack traces, and that repeat to
 * it whatever comes over a WebSocket, which no user pays for.
 */
export class Chrome implements AsyncDisposable {
  /** Where other DevTools clients reach it. */
  readonly address: string;
  readonly #child: ChildProcess;
  readonly #socket: WebSocket;
  /** Id of the DevTools session with the page. */
  #page = '';
  readonly #answers = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  readonly #listeners = new Map<string, (params: unknown) => void>();
  #nextId = 1;

  private constructor(child: ChildProcess, socket: WebSocket, address: string) {
    this.address = address;
    this.#child = child;
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(String(data)));
    socket.on('close', () => this.#failAll());
  }

  static async launch({ executable, profile, netLog }: ChromeOptions): Promise<Chrome> {
    const log = netLog === undefined ? [] : [`--log-net-log=${netLog}`];
    const args = [...flags, `--user-data-dir=${profile}`, ...log, 'about:blank'];
    const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      const address = await addressOf(child);
      const socket = new WebSocket(address, { perMessageDeflate: false });
      await once(socket, 'open');
      const browser = new Chrome(child, socket, address);
      const { targetInfos } = await browser.ask<{ targetInfos: readonly TargetInfo[] }>('Target.getTargets');
      const page = targetInfos.find(({ type }) => type === 'page');
      if (!page) throw new Error('Chromium has no page.');
      const { sessionId } = await browser.ask<{ sessionId: string }>('Target.attachToTarget', {
        targetId: page.targetId,
        flatten: true,
      });
      browser.#page = sessionId;
      return browser;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** Asks the browser; with `ofPage` its page. @throws Error with the browser's reason */
  ask<Result>(method: string, params: object = {}, { ofPage = false } = {}): Promise<Result> {
    const id = this.#nextId++;
    const sessionId = ofPage ? { sessionId: this.#page } : {};
    this.#socket.send(JSON.stringify({ id, method, params, ...sessionId }));
    return new Promise<Result>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#settle(id)?.reject(new Error(`Chromium did not answer ${method} in time.`)),
        patience,
      );
      this.#answers.set(id, {
        // What the protocol's documentation says it is.
        resolve: (result) => (clearTimeout(timer), resolve(result as Result)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      });
    });
  }

  /** Runs an expression in the page, waits for its promise, and gives its value. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const answer = await this.ask<Evaluation>('Runtime.evaluate', params, { ofPage: true });
    if (answer.exceptionDetails)
      throw new Error(`The page failed: ${JSON.stringify(answer.exceptionDetails)}`);
    return answer.result.value as Value;
  }

  /** Presses and releases the key of a letter. */
  async press(letter: string): Promise<void> {
    const key = { key: letter, code: `Key${letter.toUpperCase()}` };
    const down = { ...key, type: 'keyDown', text: letter };
    await this.ask('Input.dispatchKeyEvent', down, { ofPage: true });
    await this.ask('Input.dispatchKeyEvent', { ...key, type: 'keyUp' }, { ofPage: true });
  }

  listen(method: string, listener: (params: unknown) => void): void {
    this.#listeners.set(method, listener);
  }

  /** Closes it as a user does, so that the profile is whole. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    this.#socket.send(JSON.stringify({ id: 0, method: 'Browser.close' }));
    await exited;
    clearTimeout(timer);
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.id === undefined) return this.#listeners.get(message.method ?? '')?.(message.params);
    const answer = this.#settle(message.id);
    if (message.error) answer?.reject(new Error(message.error.message));
    else answer?.resolve(message.result);
  }

  #settle(id: number) {
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    return answer;
  }

  #failAll(): void {
    for (const id of this.#answers.keys()) this.#settle(id)?.reject(new Error('Chromium is gone.'));
  }
}

/** Forgets what the browser fetched and compiled, and nothing that a page stored. */
export function clearCaches(profile: string): void {
  for (const name of ['Cache', 'Code Cache'])
    rmSync(join(profile, 'Default', name), { recursive: true, force: true });
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
}

interface Evaluation {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: unknown;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const flags = [
  ...chromiumArguments,
  '--headless',
  '--window-size=1280,800',
  '--remote-debugging-port=0',
  // What is counted is our traffic alone.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE mooring.localhost, EXCLUDE 127.0.0.1',
];

function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`Chromium did not start:\n${text}`)), patience);
    stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-10_000);
      const address = /ws:\/\/\S+/.exec(text)?.[0];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    stderr?.on('close', () => {
      clearTimeout(timer);
      reject(new Error(`Chromium ended at its start:\n${text}`));
    });
  });
}
