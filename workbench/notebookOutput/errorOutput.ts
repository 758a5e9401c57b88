import type { OutputSettings } from './outputRenderer.ts';
import { renderText } from './textOutput.ts';

/** An error as cells report it: name, message and stack in JSON. */
export function renderError(json: string, id: string, settings: OutputSettings): HTMLElement {
  const { name, message, stack } = read(json);
  const summary = [name, message].filter((part) => part !== '').join(': ');
  const output = document.createElement('div');
  const trace = stack.startsWith(summary) ? stack.slice(summary.length).replace(/^\r?\n/, '') : stack;
  // A stack with its own colours, as Jupyter's, says it all by itself.
  if (trace !== stack || !stack.includes(message)) output.append(heading(summary));
  if (trace !== '') output.append(renderText(trace, { id, isError: false, settings }));
  return output;
}

function heading(text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'error-heading';
  element.textContent = text;
  return element;
}

function read(json: string): Record<'name' | 'message' | 'stack', string> {
  const value = JSON.parse(json) as Partial<Record<string, unknown>> | null;
  const text = (key: string) => (typeof value?.[key] === 'string' ? value[key] : '');
  return { name: text('name'), message: text('message'), stack: text('stack') };
}
