import type { FixtureServer } from './fixtureExtension.ts';
import { MessageLog } from './messageLog.ts';
import type { Workspace } from './workspace.ts';

/** What the fixture server `continuous.mjs` wrote down: the processes there were, and what each was told (KI-P21). */
export class ServerJournal extends MessageLog {
  constructor(workspace: Workspace, id = 'continuous') {
    super(workspace.outside(`${id}.jsonl`));
  }

  /** The contribution of a server that writes this journal. */
  server(id = 'continuous', ...args: readonly string[]): FixtureServer {
    return {
      id,
      label: 'Continuous',
      command: [{ module: './continuous.mjs' }],
      args: [this.file, ...args],
    };
  }

  /** Every process there was, oldest first. */
  pids(): readonly number[] {
    return [...new Set(this.lines().flatMap(({ pid }) => pid ?? []))];
  }

  count(method: string): number {
    return this.of(method).length;
  }

  /** The text of the document that was opened or changed last, of those with this ending. */
  lastText(ending = ''): string | undefined {
    const params = this.all().findLast(
      ({ method, params }) => /did(Open|Change)$/.test(method) && params.textDocument.uri.endsWith(ending),
    )?.params;
    return params?.textDocument.text ?? params?.contentChanges?.[0]?.text;
  }

  /** The texts a process was told in `didOpen`, oldest first. */
  openedTexts(): readonly string[] {
    return this.of('textDocument/didOpen').map(({ textDocument }) => textDocument.text);
  }
}
