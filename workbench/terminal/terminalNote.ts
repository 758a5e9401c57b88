import type { ThemeIcon } from '@codingame/monaco-vscode-api/vscode/vs/base/common/themables';
import { TerminalLimit } from '../../server/protocol/terminal.ts';

/** What the user gave a terminal, kept by the server for the page that takes it up. */
export interface TerminalNote {
  readonly title?: string;
  readonly icon?: ThemeIcon;
  readonly color?: string;
  /** See `TerminalRequest`. */
  readonly nonce?: string;
}

/** An empty one for what no page wrote like this. */
export function readNote(text: string): TerminalNote {
  try {
    const note: unknown = JSON.parse(text);
    return typeof note === 'object' && note !== null ? note : {};
  } catch {
    // Another version of the page, perhaps.
    return {};
  }
}

export function writeNote(note: TerminalNote): string {
  const text = JSON.stringify(note);
  return text.length <= TerminalLimit.note ? text : '{}';
}
