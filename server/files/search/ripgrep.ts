import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { FileError } from '../fileError.ts';
import { LineSplitter } from './lineSplitter.ts';
import { messageOf } from '../../thrown.ts';

export interface RipgrepRun {
  readonly args: readonly string[];
  readonly folder: string;
  readonly separator: '\n' | '\0';
  readonly signal: AbortSignal;
}

/** One match in a line that is longer is left out. */
const lineLimit = 16 * 1024 * 1024;

/**
 * Runs ripgrep and yields what it writes, as far as it came, in pieces. Leaving the loop early ends it.
 *
 * @throws FileError when it cannot run, or does not take the query
 */
export async function* ripgrep({
  args,
  folder,
  separator,
  signal,
}: RipgrepRun): AsyncGenerator<readonly Buffer[]> {
  const program = await findProgram();
  if (signal.aborted) return;
  const child = spawn(program, [...args, '--', '.'], {
    cwd: folder,
    // It needs nothing of ours.
    env: process.env['TMPDIR'] === undefined ? {} : { TMPDIR: process.env['TMPDIR'] },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  // Whoever waits below learns of it; nobody may be waiting yet.
  ended.catch(() => undefined);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + String(chunk)).slice(0, 4_000)));
  try {
    const lines = new LineSplitter(separator, lineLimit);
    for await (const chunk of child.stdout) {
      const complete = [...lines.push(chunk as Buffer)];
      if (complete.length > 0) yield complete;
    }
    const [code] = await ended;
    if (code === 2 && complaint.trim() && !signal.aborted) throw new FileError('io', explain(complaint));
  } catch (error) {
    if (error instanceof FileError || signal.aborted) throw error;
    throw new FileError('io', `The search failed: ${messageOf(error)}.`, { cause: error });
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
    await ended.catch(() => undefined);
  }
}

async function findProgram(): Promise<string> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch (error) {
    throw new FileError(
      'io',
      `Searching needs ripgrep, whose package for ${process.platform} (${process.arch}) is not installed. Run "npm ci" in Mooring's folder.`,
      { cause: error },
    );
  }
}

/** ripgrep draws pictures of what it does not like; the last line says it in words. */
function explain(complaint: string): string {
  const words = complaint
    .split('\n')
    .map((line) => line.trim().replace(/^(rg: )?(error: )?/, ''))
    .filter((line) => line !== '' && !/^[\^~]+$/.test(line));
  const [first = '', ...rest] = words;
  if (/regex/.test(first)) return `The regular expression is not valid: ${rest.at(-1) ?? first}.`;
  if (/glob/.test(first)) return `A pattern of files to include or exclude is not valid: ${first}.`;
  return `The search failed: ${first}.`;
}
