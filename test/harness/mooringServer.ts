import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const main =
  process.env['MOORING_MAIN'] ?? fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

export interface ServerOptions {
  readonly folder: string;
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** The built server as a process of its own, with an empty home folder and a free port. */
export class MooringServer implements AsyncDisposable {
  readonly pid: number;
  /** The address it printed, with the token. */
  readonly url: string;
  /** Home folder of the server: what lies in `.mooring` there is the user's. */
  readonly home: string;
  readonly #child: ChildProcess;
  readonly #output: readonly string[];
  readonly #exited: Promise<void>;

  private constructor(
    child: ChildProcess,
    url: string,
    home: string,
    output: readonly string[],
    exited: Promise<void>,
  ) {
    this.pid = child.pid ?? 0;
    this.url = url;
    this.home = home;
    this.#child = child;
    this.#output = output;
    this.#exited = exited;
  }

  /** @throws Error with its output when it does not print an address */
  static async start({ folder, flags = [], env = {} }: ServerOptions): Promise<MooringServer> {
    const home = mkdtempSync(join(tmpdir(), 'home-'));
    const output: string[] = [];
    const child = spawn(process.execPath, [main, folder, '--port', '0', ...flags], {
      env: { ...process.env, HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<void>((resolve) => void child.once('close', () => resolve()));
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
    try {
      const url = await until('the server prints its address', () => {
        if (child.exitCode !== null) throw new Error(`it exited with ${child.exitCode}`);
        return /https?:\/\/\S+token=\S+/.exec(output.join(''))?.[0];
      });
      return new MooringServer(child, url, home, output, exited);
    } catch (error) {
      child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
      throw new Error(`The server did not start:\n${output.join('')}`, { cause: error });
    }
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** The workbench's origin in a browser. */
  get origin(): string {
    return new URL(this.url).origin;
  }

  /** The same server for programs: names that end in `.localhost` are the browsers' own. */
  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get token(): string {
    return new URL(this.url).searchParams.get('token') ?? '';
  }

  /** What it wrote to stdout and stderr so far. */
  get output(): string {
    return this.#output.join('');
  }

  /** Ends it as Ctrl-C does, and waits until it is gone. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal);
    await this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
