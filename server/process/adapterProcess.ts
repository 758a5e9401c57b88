import { connect, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../broker/clock.ts';
import type { Adapter, AdapterEvents, Line, Unreachable } from '../broker/debug/ports.ts';
import { describeExit } from '../broker/exitText.ts';
import type { ExitReport } from '../protocol/exit.ts';
import { AdapterLine } from './adapterLine.ts';
import type { RunningProcess } from './runningProcess.ts';

export interface AdapterProcessOptions {
  readonly clock: Clock;
  /** The file that runs. */
  readonly command: string;
  /** Of 127.0.0.1, for adapters that listen. */
  readonly port?: number;
  /** Whether what an adapter with a port writes to stdout is for the user. */
  readonly showsOutput: boolean;
  /** Milliseconds that it may take until it listens. */
  readonly listenTime: number;
}

const retryTime = 25;
/** How long the last words on a connection may take, once the process has ended. */
const drainTime = 500;

/** A running debug adapter: DAP over its stdio, or over connections to its port. */
export class AdapterProcess implements Adapter {
  readonly command: string;
  readonly #process: RunningProcess;
  readonly #clock: Clock;
  readonly #port: number | undefined;
  readonly #listenTime: number;
  readonly #showsOutput: boolean;
  readonly #lines = new Set<AdapterLine>();
  #exit: ExitReport | undefined;

  constructor(
    process: RunningProcess,
    { clock, command, port, listenTime, showsOutput }: AdapterProcessOptions,
  ) {
    this.command = command;
    this.#process = process;
    this.#clock = clock;
    this.#port = port;
    this.#listenTime = listenTime;
    this.#showsOutput = showsOutput;
    void process.exited.then((exit) => (this.#exit = exit));
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Resolves when nothing of it is left. */
  get gone(): Promise<void> {
    return this.#process.gone;
  }

  listen(events: AdapterEvents): void {
    const { stdout, stderr } = this.#process.child;
    const report = (category: 'stdout' | 'stderr') => {
      const decoder = new StringDecoder('utf8');
      return (chunk: Buffer): void => {
        const text = decoder.write(chunk);
        // A chunk may be no more than the beginning of a character.
        if (text !== '') events.output(category, text);
      };
    };
    stderr.on('data', report('stderr'));
    if (this.#port !== undefined) stdout.on('data', this.#showsOutput ? report('stdout') : () => {});
    void this.#process.exited.then(async (exit) => {
      await this.#drained();
      events.exited(exit);
    });
  }

  async open(): Promise<Line | Unreachable> {
    const { stdin, stdout } = this.#process.child;
    const socket = this.#port === undefined ? undefined : await this.#connect(this.#port);
    if (socket && 'reason' in socket) return socket;
    const line = new AdapterLine(socket ?? stdout, socket ?? stdin, this.#clock);
    this.#lines.add(line);
    void line.closed.then(() => this.#lines.delete(line));
    // A process that closed its output says nothing any more.
    if (!socket) void line.closed.then(() => this.end('politely'));
    return line;
  }

  pause(): void {
    this.#process.child.stderr.pause();
    if (this.#port !== undefined) this.#process.child.stdout.pause();
  }

  resume(): void {
    this.#process.child.stderr.resume();
    if (this.#port !== undefined) this.#process.child.stdout.resume();
  }

  end(how: 'politely' | 'now'): Promise<void> {
    this.resume();
    return this.#process.end(how);
  }

  /** The first connection that is taken is the line: some adapters take only one. */
  async #connect(port: number): Promise<Socket | Unreachable> {
    const end = this.#clock.now() + this.#listenTime;
    for (;;) {
      const socket = await tryToConnect(port);
      if (typeof socket !== 'string') return socket;
      const exit = this.#exit;
      if (exit) return { reason: `it ended (${describeExit(exit)})`, exit };
      if (this.#clock.now() > end) {
        return { reason: `it does not listen on its port after ${this.#listenTime / 1000} s (${socket})` };
      }
      await new Promise<void>((resolve) => this.#clock.after(retryTime, resolve));
    }
  }

  /** What is on its way over the lines of a process that has ended. */
  async #drained(): Promise<void> {
    const closed = Promise.all([...this.#lines].map((line) => line.closed));
    await new Promise<void>((resolve) => {
      const timer = this.#clock.after(drainTime, resolve);
      void closed.then(() => {
        timer.cancel();
        resolve();
      });
    });
  }
}

function tryToConnect(port: number): Promise<Socket | string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => {
      // A connection that fails also closes, and its line tells of that.
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', (error) => resolve(error.message));
  });
}
