import type { Log } from '../broker/log.ts';
import type { Instance, InstanceEvents } from '../broker/ports.ts';
import type { Edit } from '../broker/splice.ts';
import type { Clock } from '../broker/clock.ts';
import { FramedStream } from './framedStream.ts';
import type { RunningProcess } from './runningProcess.ts';

/** The first lines tell what it is; a flood of them would only bury the rest of the log. */
const noiseLimit = 20;
const loggedCharacters = 400;

/** A running language server: LSP over its standard input and output. */
export class ServerProcess implements Instance {
  readonly #process: RunningProcess;
  readonly #stream: FramedStream;
  readonly #log: Log;
  #noiseLines = 0;

  constructor(process: RunningProcess, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    const { stdin, stdout } = process.child;
    this.#process = process;
    this.#log = log;
    this.#stream = new FramedStream(stdout, stdin, 'lsp', clock);
    // A process that closed its output answers nothing any more; one that closed its input is told nothing.
    stdout.once('end', () => void this.end('politely'));
    stdin.once('error', () => void this.end('politely'));
    void process.gone.then(() => this.#stream.gone());
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Resolves when nothing of its process group is left. */
  get gone(): Promise<void> {
    return this.#process.gone;
  }

  listen(events: InstanceEvents): void {
    this.#stream.listen({
      message: (message) => events.message(message),
      oversized: (size, head, tail) => events.oversized(size, head, tail),
      noise: (text) => this.#noise(text),
      dropped: (bytes) => this.#log.warn({ pid: this.pid, bytes }, 'Dropped a message that is no JSON'),
      broken: (reason) => events.brokeProtocol(reason),
      drained: () => events.drained(),
    });
    void this.#process.exited.then((exit) => events.exited(exit));
  }

  send(message: Uint8Array, edit?: Edit): boolean {
    return this.#stream.send(message, edit);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  end(how: 'politely' | 'now'): Promise<void> {
    return this.#process.end(how);
  }

  #noise(text: string): void {
    if (this.#noiseLines++ >= noiseLimit) return;
    const line = text.slice(0, loggedCharacters);
    this.#log.warn({ pid: this.pid, stdout: line }, 'Language server writes to stdout what is no message');
  }
}
