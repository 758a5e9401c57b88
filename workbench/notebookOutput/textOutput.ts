import { AnsiUp } from 'ansi_up';
import type { OutputSettings } from './outputRenderer.ts';

export interface TextOptions {
  /** Of the output, by which commands name it. */
  readonly id: string;
  readonly isError: boolean;
  readonly settings: OutputSettings;
}

/** Text as a terminal would show it, in its colours; of much of it the beginning and the end, and how to see the rest. */
export function renderText(text: string, { id, isError, settings }: TextOptions): HTMLElement {
  const output = document.createElement('div');
  output.className = `text-output${isError ? ' error-stream' : ''}${settings.outputWordWrap ? ' word-wrap' : ''}`;
  const lines = text.replace(/\r?\n$/, '').split('\n');
  if (settings.outputScrolling || lines.length <= settings.lineLimit) {
    output.classList.toggle('scrollable', lines.length > settings.lineLimit);
    output.append(coloured(lines));
    return output;
  }
  const { head, tail } = shortened(lines, settings.lineLimit);
  output.append(coloured(head), note(lines.length - head.length - tail.length, id), coloured(tail));
  return output;
}

/** What is shown of more lines than the limit. */
function shortened(
  lines: readonly string[],
  limit: number,
): { readonly head: readonly string[]; readonly tail: readonly string[] } {
  const end = Math.min(5, Math.floor(limit / 2));
  return { head: lines.slice(0, limit - end), tail: lines.slice(lines.length - end) };
}

function coloured(lines: readonly string[]): HTMLElement {
  const block = document.createElement('div');
  const converter = new AnsiUp();
  converter.use_classes = true;
  // It escapes what means something in HTML, and links only to http and https.
  block.innerHTML = converter.ansi_to_html(lines.join('\n'));
  return block;
}

function note(hidden: number, id: string): HTMLElement {
  const line = document.createElement('div');
  line.className = 'shortened';
  line.append(
    `… ${hidden} more lines. Show them `,
    link('in a scrollable area', `command:cellOutput.enableScrolling?${id}`),
    ' or ',
    link('in a text editor', `command:workbench.action.openLargeOutput?${id}`),
    '.',
  );
  return line;
}

function link(text: string, href: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.textContent = text;
  anchor.href = href;
  return anchor;
}
