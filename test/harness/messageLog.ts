import { existsSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

/** What a fixture server was told, as LSP spells it; a test knows the parameters of the methods it looks at. */
// oxlint-disable-next-line typescript/no-explicit-any -- what was said is for the assertions to judge
export type Params = any;

export interface LoggedMessage {
  readonly method: string;
  readonly params: Params;
}

/** Servers also write down that they began, and some with every line which process they are. */
interface Line extends Partial<LoggedMessage> {
  readonly pid?: number;
}

/** The requests and notifications that a fixture server wrote down, oldest first: one JSON text a line. */
export class MessageLog {
  protected readonly file: string;

  /** @param file path; nothing was said as long as it is not there */
  constructor(file: string) {
    this.file = file;
  }

  all(): readonly LoggedMessage[] {
    return this.lines().flatMap(({ method, params }) => (method === undefined ? [] : [{ method, params }]));
  }

  methods(): readonly string[] {
    return this.all().map(({ method }) => method);
  }

  /** Parameters of every message with this method. */
  of(method: string): readonly Params[] {
    return this.all()
      .filter((message) => message.method === method)
      .map(({ params }) => params);
  }

  /** Waits until a message with this method came for which `matches` holds; returns its parameters. */
  async has(method: string, matches: (params: Params) => boolean = () => true): Promise<Params> {
    const { params } = await until(`the server is told ${method}`, () => {
      const found = this.all().find((message) => message.method === method && matches(message.params));
      if (found) return found;
      throw new Error(this.methods().join(' ') || 'nothing was said');
    });
    return params;
  }

  protected lines(): readonly Line[] {
    if (!existsSync(this.file)) return [];
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  }
}
