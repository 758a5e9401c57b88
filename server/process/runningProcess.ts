import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Clock } from '../broker/clock.ts';
import type { Log } from '../broker/log.ts';
import type { ExitReport } from '../protocol/exit.ts';
import type { ParentWatch } from './parentWatch.ts';
import { ownGroup, type Signalled } from './processGroup.ts';
import { StderrTail } from './stderrTail.ts';
import { StopEscalation } from './stopEscalation.ts';
import { messageOf } from '../thrown.ts';

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
  /** For the log: "Language server", "Debug adapter". */
  readonly what: string;
}

/** How long after its end a process's last output may still be on its way. */
const drainTime = 200;

/**
 * Starts a program: an argument list, no shell, its own process group.
 *
 * @param reach what is signalled when it is to end; its group where nothing is said.
 * @returns a sentence when the machine refuses.
 */
export async function startProcess(
  command: Command,
  context: ProcessContext,
  reach: (pid: number) => Signalled = ownGroup,
): Promise<RunningProcess | string> {
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(command.file, command.args, {
      cwd: command.cwd,
      env: command.env,
      stdio: 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    // Node throws what it finds malformed and what few systems say: arguments that are too long, or, on Windows, a
    // script that needs a shell.
    return messageOf(error);
  }
  const error = await new Promise<Error | undefined>((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', resolve);
  });
  if (error || child.pid === undefined) return error?.message ?? 'it has no process id';
  return new RunningProcess(child, child.pid, context, reach(child.pid));
}

/** A child process, its pipes, and its end. */
export class RunningProcess {
  readonly pid: number;
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when it has ended and its last output was read. */
  readonly exited: Promise<ExitReport>;
  /** Resolves when nothing of it is left. */
  readonly gone: Promise<void>;

  readonly #context: ProcessContext;
  readonly #reach: Signalled;
  readonly #stop: StopEscalation;
  readonly #stderr: StderrTail;

  constructor(child: ChildProcessWithoutNullStreams, pid: number, context: ProcessContext, reach: Signalled) {
    this.pid = pid;
    this.child = child;
    this.#context = context;
    this.#reach = reach;
    this.#stop = new StopEscalation(reach, context.clock);
    this.#stderr = new StderrTail((line) =>
      context.log.debug({ pid, stderr: line }, `${context.what} wrote to stderr`),
    );
    context.watch.add(pid, reach.mark);
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    this.#guardPipes();
    this.exited = this.#whenExited();
    this.gone = this.#whenGone();
  }

  /** See `Instance.end`. */
  end(how: 'politely' | 'now'): Promise<void> {
    // Some end at the end of their input only, whatever they are told.
    this.child.stdin.end();
    this.child.stdout.resume();
    void this.#stop.begin(how);
    return this.gone;
  }

  /** EPIPE and its kin say that the process is gone or going: its exit tells the rest. */
  #guardPipes(): void {
    const { log } = this.#context;
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) {
      pipe.on('error', (error) => log.debug({ pid: this.pid, error: error.message }, 'Pipe failed'));
    }
  }

  async #whenGone(): Promise<void> {
    await new Promise((resolve) => this.child.once('exit', resolve));
    await this.#stop.leaderEnded();
    this.#context.watch.remove(this.pid, this.#reach.mark);
  }

  #whenExited(): Promise<ExitReport> {
    return new Promise((resolve) => {
      const report = (code: number | null, signal: string | null): void =>
        resolve({ code, signal, stderr: this.#stderr.lines() });
      // `close` waits for the pipes, which a grandchild may hold open for ever.
      this.child.once('close', report);
      this.child.once('exit', (code, signal) => {
        this.#context.clock.after(drainTime, () => report(code, signal));
      });
    });
  }
}
