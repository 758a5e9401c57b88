import { existsSync, readFileSync } from 'node:fs';
import type { FixtureServer } from './fixtureExtension.ts';
import type { Workspace } from './workspace.ts';

interface Entry {
  readonly pid: number;
  readonly method?: string;
  readonly params?: {
    readonly textDocument?: { readonly uri?: string; readonly text?: string };
    readonly contentChanges?: readonly { readonly text: string }[];
  };
}

/** What the fixture server `continuous.mjs` wrote down: the processes there were, and what each was told (KI-P21). */
export class ServerJournal {
  readonly #file: string;

  constructor(workspace: Workspace, id = 'continuous') {
    this.#file = workspace.outside(`${id}.jsonl`);
  }

  /** The contribution of a server that writes this journal. */
  server(id = 'continuous', ...args: readonly string[]): FixtureServer {
    return {
      id,
      label: 'Continuous',
      command: [{ module: './continuous.mjs' }],
      args: [this.#file, ...args],
    };
  }

  entries(): readonly Entry[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').trim().split('\n');
    return lines.filter(Boolean).map((line): Entry => JSON.parse(line));
  }

  /** Every process there was, oldest first. */
  pids(): readonly number[] {
    return [...new Set(this.entries().map(({ pid }) => pid))];
  }

  count(method: string): number {
    return this.entries().filter((entry) => entry.method === method).length;
  }

  /** The text of the document that was opened or changed last, of those with this ending. */
  lastText(ending = ''): string | undefined {
    const entry = this.entries().findLast(
      ({ method, params }) =>
        /did(Open|Change)$/.test(method ?? '') && params?.textDocument?.uri?.endsWith(ending),
    );
    return entry?.params?.textDocument?.text ?? entry?.params?.contentChanges?.[0]?.text;
  }

  /** The texts a process was told in `didOpen`, oldest first. */
  openedTexts(): readonly string[] {
    return this.entries()
      .filter(({ method }) => method === 'textDocument/didOpen')
      .map(({ params }) => params?.textDocument?.text ?? '');
  }
}
