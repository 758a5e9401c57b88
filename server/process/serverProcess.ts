import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Clock, Timer } from '../broker/clock.ts';
import type { Log } from '../broker/log.ts';
import type { Instance, InstanceEvents } from '../broker/ports.ts';
import type { Edit } from '../broker/splice.ts';
import { Limit } from '../protocol/errors.ts';
import type { ExitReport } from '../protocol/exit.ts';
import { FrameReader } from './frameReader.ts';
import { writeFrame } from './frameWriter.ts';
import type { ParentWatch } from './parentWatch.ts';
import { StderrTail } from './stderrTail.ts';
import { StopEscalation } from './stopEscalation.ts';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface ProcessContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: ParentWatch;
}

/** How long a process may leave its input unread. A busy one takes its time; a hung one would take for ever. */
const stallTime = 60_000;
/** How long after its end a process's last output may still be on its way. */
const drainTime = 200;

/**
 * Starts a language server: an argument list, no shell, its own process group.
 *
 * @returns a sentence when the machine refuses.
 */
export async function startProcess(
  command: Command,
  context: ProcessContext,
): Promise<ServerProcess | string> {
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.env,
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const error = await new Promise<Error | undefined>((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', resolve);
  });
  if (error || child.pid === undefined) return error?.message ?? 'it has no process id';
  return new ServerProcess(child, child.pid, context);
}

/** A running language server and its pipes. */
export class ServerProcess implements Instance {
  readonly pid: number;
  /** Resolves when nothing of its process group is left. */
  readonly gone: Promise<void>;

  readonly #child: ChildProcessWithoutNullStreams;
  readonly #context: ProcessContext;
  readonly #stop: StopEscalation;
  readonly #stderr: StderrTail;
  readonly #reader: FrameReader;
  #events: InstanceEvents | undefined;
  /** Runs while more waits for it than it should. */
  #stalled: Timer | undefined;
  #noiseLines = 0;

  constructor(child: ChildProcessWithoutNullStreams, pid: number, context: ProcessContext) {
    this.pid = pid;
    this.#child = child;
    this.#context = context;
    this.#stop = new StopEscalation(pid, context.clock);
    this.#stderr = new StderrTail((line) =>
      context.log.debug({ pid, stderr: line }, 'Language server wrote to stderr'),
    );
    this.#reader = new FrameReader({
      message: (message) => this.#events?.message(message),
      oversized: (size, head, tail) => this.#events?.oversized(size, head, tail),
      noise: (text) => this.#noise(text),
      dropped: (bytes) => context.log.warn({ pid, bytes }, 'Dropped a message that is no JSON'),
      broken: (reason) => this.#events?.brokeProtocol(reason),
    });
    context.watch.add(pid);
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    this.#guardPipes();
    this.gone = this.#whenGone();
  }

  listen(events: InstanceEvents): void {
    this.#events = events;
    this.#child.stdout.on('data', (chunk: Buffer) => this.#reader.push(chunk));
    this.#child.stdin.on('drain', () => this.#drained());
    void this.#whenExited().then((exit) => events.exited(exit));
  }

  send(message: Uint8Array, edit?: Edit): boolean {
    const { stdin } = this.#child;
    // A dead process takes nothing more; its exit is on the way and says so.
    if (!stdin.writable) return true;
    writeFrame(stdin, message, edit);
    if (stdin.writableLength <= Limit.outboundBytes) return true;
    this.#stalled ??= this.#context.clock.after(stallTime, () =>
      this.#events?.brokeProtocol(`it has not read its input for ${stallTime / 1000} s`),
    );
    return false;
  }

  pause(): void {
    this.#child.stdout.pause();
  }

  resume(): void {
    this.#child.stdout.resume();
  }

  end(how: 'politely' | 'now'): Promise<void> {
    // Some servers end at the end of their input only, whatever they are told.
    this.#child.stdin.end();
    this.#child.stdout.resume();
    void this.#stop.begin(how);
    return this.gone;
  }

  #drained(): void {
    if (!this.#stalled) return;
    this.#stalled.cancel();
    this.#stalled = undefined;
    this.#events?.drained();
  }

  /** EPIPE and its kin say that the process is gone or going: its exit tells the rest. */
  #guardPipes(): void {
    const { log } = this.#context;
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      pipe.on('error', (error) => log.debug({ pid: this.pid, error: error.message }, 'Pipe failed'));
    }
    // A process that closed its output answers nothing any more.
    this.#child.stdout.once('end', () => void this.end('politely'));
  }

  async #whenGone(): Promise<void> {
    await new Promise((resolve) => this.#child.once('exit', resolve));
    this.#stalled?.cancel();
    await this.#stop.leaderEnded();
    this.#context.watch.remove(this.pid);
  }

  #whenExited(): Promise<ExitReport> {
    return new Promise((resolve) => {
      const report = (code: number | null, signal: string | null): void =>
        resolve({ code, signal, stderr: this.#stderr.lines() });
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        return report(this.#child.exitCode, this.#child.signalCode);
      }
      // `close` waits for the pipes, which a grandchild may hold open for ever.
      this.#child.once('close', report);
      this.#child.once('exit', (code, signal) => {
        this.#context.clock.after(drainTime, () => report(code, signal));
      });
    });
  }

  #noise(text: string): void {
    this.#noiseLines++;
    // The first lines tell what it is; a flood of them would only bury the rest of the log.
    if (this.#noiseLines > 20) return;
    const line = text.slice(0, 400);
    this.#context.log.warn(
      { pid: this.pid, stdout: line },
      'Language server writes to stdout what is no message',
    );
  }
}
