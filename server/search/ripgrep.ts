import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Search could not run or ripgrep refused the query: the message is for the user. */
export class SearchError extends Error {}

export interface RipgrepRun {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Aborting ends ripgrep; the run then resolves as if it had found no more. */
  readonly signal: AbortSignal;
  /** Called for each line of output; `false` ends the run. */
  readonly onLine: (line: string) => boolean;
}

/** @throws SearchError when ripgrep is missing or refuses the query. */
export async function runRipgrep({ args, cwd, signal, onLine }: RipgrepRun): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(await ripgrepPath(), args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: false });
  const abort = () => child.kill('SIGKILL');
  signal.addEventListener('abort', abort, { once: true });
  let wanted = true;
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < maximumComplaint) complaint += text;
  });
  const lines = createInterface({ input: child.stdout, crlfDelay: Infinity });
  lines.on('line', (line) => {
    if (!wanted || signal.aborted) return;
    wanted = onLine(line);
    if (!wanted) child.kill('SIGKILL');
  });
  try {
    const [code] = await Promise.all([exit(child), new Promise((resolve) => lines.once('close', resolve))]);
    // 2 also stands for "some file could not be read"; that is no reason to hide what was found.
    if (code === 2 && wanted && !signal.aborted && queryRefused(complaint))
      throw new SearchError(complaint.trim());
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const maximumComplaint = 4096;

function exit(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new SearchError(`ripgrep could not be started: ${error.message}.`)),
    );
    child.once('close', (code) => resolve(code));
  });
}

function queryRefused(complaint: string): boolean {
  return /regex parse error|PCRE2|error parsing glob|unknown encoding|error: invalid/i.test(complaint);
}

async function ripgrepPath(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return rgPath;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new SearchError(
      `Search needs ripgrep, which is not installed for this platform (${why}). Run "npm ci" again.`,
    );
  }
}
