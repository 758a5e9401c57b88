import { until } from './until.ts';
import type { Workspace } from './workspace.ts';

/** What a fixture server was told, as LSP spells it; a test knows the parameters of the methods it looks at. */
// oxlint-disable-next-line typescript/no-explicit-any -- what was said is for the assertions to judge
export type Params = any;

export interface LoggedMessage {
  readonly method: string;
  readonly params: Params;
}

/** The requests and notifications that `logsMessages.mjs` got, oldest first, since the test began. */
export class MessageLog {
  readonly #workspace: Workspace;
  readonly #file: string;

  constructor(workspace: Workspace, file: string) {
    this.#workspace = workspace;
    this.#file = file;
  }

  all(): readonly LoggedMessage[] {
    if (!this.#workspace.exists(this.#file)) return [];
    return this.#workspace
      .read(this.#file)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Partial<LoggedMessage>)
      .flatMap(({ method, params }) => (method === undefined ? [] : [{ method, params }]));
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
}
