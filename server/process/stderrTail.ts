import { StringDecoder } from 'node:string_decoder';

const keptLines = 5;
const reportedCharacters = 300;
const loggedCharacters = 400;
/** A line is cut here even without its end, so that nothing grows. */
const bufferedCharacters = 4_096;

/** Cuts a child's stderr into lines, logs each, and keeps the last ones for the exit report. */
export class StderrTail {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  readonly #lines: string[] = [];
  #partial = '';

  /** @param onLine gets at most 400 characters of each line. */
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const lines = (this.#partial + this.#decoder.write(chunk)).split(/\r?\n/);
    this.#partial = (lines.pop() ?? '').slice(-bufferedCharacters);
    for (const line of lines) this.#take(line);
  }

  /** The last lines, oldest first; an unfinished one counts. */
  lines(): readonly string[] {
    const all = this.#partial.trim() === '' ? this.#lines : [...this.#lines, cut(this.#partial)];
    return all.slice(-keptLines);
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    this.#lines.push(cut(line));
    if (this.#lines.length > keptLines) this.#lines.shift();
    this.#onLine(line.slice(0, loggedCharacters));
  }
}

function cut(line: string): string {
  return line.slice(0, reportedCharacters);
}
