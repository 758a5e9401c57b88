import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A world that installs what it is asked for below `servers`. */
interface InstallingWorld extends AsyncDisposable {
  readonly servers: string;
}

interface Run {
  readonly args?: string[];
  readonly cwd?: string;
  readonly env?: string[];
  readonly pids?: number[];
}

const bin = fileURLToPath(new URL('../fixtures/bin', import.meta.url));

/** A relay on a machine whose npm is the fixture. `await using` ends and removes all of it. */
export class NpmMachine<World extends InstallingWorld> implements AsyncDisposable {
  readonly home = mkdtempSync(join(tmpdir(), 'mooring-home-'));
  readonly world: Promise<World>;

  constructor(start: (env: Readonly<Record<string, string | undefined>>) => Promise<World>) {
    const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    const TMPDIR = process.env['TMPDIR'];
    this.world = start({ HOME: this.home, PATH, TMPDIR, MOORING_TOKEN: 'secret', AWS_SECRET: 'secret' });
  }

  /** What npm was run with, run by run. */
  get runs(): Run[] {
    const log = join(this.home, 'npm.log');
    if (!existsSync(log)) return [];
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Run);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.world)[Symbol.asyncDispose]();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Asks for something that was installed to be deleted. @param path such as `/api/installed-servers` */
export async function uninstall(
  origin: string,
  path: string,
  id: string,
): Promise<{ readonly status: number; readonly message: string | undefined }> {
  const answer = await fetch(`http://${origin}${path}/${id}/uninstall`, { method: 'POST' });
  const { message } = (await answer.json()) as { message?: string };
  return { status: answer.status, message };
}

/** Which of these are there, as a page is told. */
export async function toldInstalled(origin: string, path: string, ...ids: string[]): Promise<unknown> {
  const answer = await fetch(`http://${origin}${path}?${ids.map((id) => `id=${id}`).join('&')}`);
  return answer.json();
}

/** Everything below the folder of what is installed, drafts too. */
export function installed({ servers }: InstallingWorld): string[] {
  if (!existsSync(servers)) return [];
  return readdirSync(servers, { recursive: true, encoding: 'utf8' }).filter((path) => path !== 'npm');
}
