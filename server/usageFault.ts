import { messageOf } from './thrown.ts';

/** What `parseArgs` has against a command line, in one sentence: Node's own goes on with advice that does not fit here. */
export function usageFault(error: unknown): string {
  const text = messageOf(error);
  const first = text.split(/\. |\n/)[0] ?? text;
  return first.endsWith('.') ? first : `${first}.`;
}
