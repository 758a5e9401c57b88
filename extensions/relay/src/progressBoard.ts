import { isRecord, text } from './json.ts';

export interface Work {
  readonly title: string;
  readonly message?: string;
  /** 0 to 100; absent when the server gives none. */
  readonly percentage?: number;
}

export interface ReportedWork {
  /** The one that has run longest. */
  readonly primary: Work;
  /** How many others run beside it. */
  readonly others: number;
}

/** `$/progress` of work in progress (LSP 3.18 "Work Done Progress"), by token, oldest first. */
export class ProgressBoard {
  readonly #works = new Map<string, Work>();
  #finished = false;

  /** @returns whether anything changed; what is malformed or about an unknown token changes nothing. */
  accept(params: unknown): boolean {
    if (!isRecord(params) || !isRecord(params['value'])) return false;
    const key = tokenKey(params['token']);
    if (key === undefined) return false;
    const value = params['value'];
    if (value['kind'] === 'begin') return this.#begin(key, value);
    if (value['kind'] === 'report') return this.#report(key, value);
    if (value['kind'] === 'end') return this.#end(key);
    return false;
  }

  current(): ReportedWork | undefined {
    const [primary] = this.#works.values();
    return primary && { primary, others: this.#works.size - 1 };
  }

  /** Work was reported, and all of it ended. It says nothing about the project as a whole. */
  get finished(): boolean {
    return this.#finished && this.#works.size === 0;
  }

  clear(): void {
    this.#works.clear();
    this.#finished = false;
  }

  #begin(key: string, value: Record<string, unknown>): boolean {
    const title = text(value['title']);
    if (title === undefined || this.#works.has(key)) return false;
    this.#works.set(key, { title, ...details(value) });
    return true;
  }

  /** A report leaves out what has not changed. */
  #report(key: string, value: Record<string, unknown>): boolean {
    const before = this.#works.get(key);
    if (!before) return false;
    this.#works.set(key, { ...before, ...details(value) });
    return true;
  }

  #end(key: string): boolean {
    if (!this.#works.delete(key)) return false;
    this.#finished = true;
    return true;
  }
}

function details(value: Record<string, unknown>): Omit<Work, 'title'> {
  const message = text(value['message']);
  const percentage = value['percentage'];
  return {
    ...(message === undefined ? {} : { message }),
    ...(typeof percentage === 'number' && !Number.isNaN(percentage)
      ? { percentage: Math.round(Math.min(100, Math.max(0, percentage))) }
      : {}),
  };
}

/** The number 1 and the string "1" are different tokens. */
function tokenKey(token: unknown): string | undefined {
  if (typeof token === 'string') return `s${token}`;
  if (typeof token === 'number') return `n${token}`;
  return undefined;
}
