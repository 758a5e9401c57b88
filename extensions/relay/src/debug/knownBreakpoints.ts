import type { DebugProtocol } from '@vscode/debugprotocol';
import { isRecord } from '../json.ts';

/**
 * Breakpoints of a page before this one. An adapter that is told of them again may say nothing of them, since nothing
 * changes (js-debug); the page would take them for none. So they are taken away, and set once more.
 */
export class KnownBreakpoints {
  readonly #repeated = new Set<number>();

  /**
   * @returns what is to be sent instead of passing on this answer: a request of ours, and the same one again
   */
  repeat(
    request: DebugProtocol.Request,
    response: DebugProtocol.Response,
  ): readonly [clear: DebugProtocol.Request, again: DebugProtocol.Request] | undefined {
    const { command, seq, arguments: args } = request;
    if (command !== 'setBreakpoints' || !response.success || !isRecord(args)) return undefined;
    const isShort = countIn(response.body) < countIn(args);
    if (!isShort || this.#repeated.has(seq)) return undefined;
    this.#repeated.add(seq);
    return [{ ...request, arguments: { ...args, breakpoints: [], lines: [] } }, request];
  }
}

function countIn(holder: unknown): number {
  const breakpoints: unknown = isRecord(holder) ? holder['breakpoints'] : undefined;
  return Array.isArray(breakpoints) ? breakpoints.length : 0;
}
