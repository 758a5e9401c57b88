import type { OutputItem } from 'vscode-notebook-renderer';

/** A frame that is as high as what it shows, up to a bound that keeps a wrong one from pushing all else away. */
const highest = 10_000;
const firstHeight = 24;

/** Runs in the frame: its own origin lets nobody look in from outside. */
const tellHeight = `
  const tell = () => parent.postMessage({ outputHeight: document.documentElement.offsetHeight }, '*');
  new ResizeObserver(tell).observe(document.documentElement);
  addEventListener('load', tell);
`;

/**
 * HTML with its scripts, or a script, in a frame with an origin of its own. A notebook is a file that somebody may
 * have sent: what was stored in it as output runs as soon as it is shown, and the webview around may have the powers of
 * the workbench's own origin.
 *
 * @returns what releases it
 */
export function drawLive(item: OutputItem, element: HTMLElement): () => void {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts', 'allow-popups', 'allow-forms', 'allow-downloads');
  frame.title = item.mime;
  frame.style.cssText = `display: block; width: 100%; border: none; height: ${firstHeight}px`;
  frame.srcdoc = pageOf(item);
  const resize = ({ source, data }: MessageEvent<unknown>) => {
    if (source === frame.contentWindow) frame.style.height = `${heightIn(data) ?? firstHeight}px`;
  };
  addEventListener('message', resize);
  element.replaceChildren(frame);
  return () => removeEventListener('message', resize);
}

/** It looks like the notebook around it, with VS Code's colours under the names they have in every webview. */
function pageOf(item: OutputItem): string {
  // Nothing in it loads or runs here: it is in no window.
  const page = document.implementation.createHTMLDocument();
  page.documentElement.setAttribute('style', document.documentElement.getAttribute('style') ?? '');
  const style = page.createElement('style');
  style.textContent =
    'body { margin: 0; color: var(--vscode-foreground); font: 13px/1.4 var(--vscode-font-family); }';
  page.head.append(style, script(page, tellHeight));
  page.body.className = document.body.className;
  if (item.mime === 'text/html') page.body.innerHTML = item.text();
  else page.body.append(script(page, item.text()));
  return `<!DOCTYPE html>${page.documentElement.outerHTML}`;
}

function script(page: Document, text: string): HTMLScriptElement {
  const element = page.createElement('script');
  // It is written into HTML, where this would end it.
  element.text = text.replaceAll('</script', String.raw`<\/script`);
  return element;
}

function heightIn(data: unknown): number | undefined {
  const has = typeof data === 'object' && data !== null && 'outputHeight' in data;
  return has && typeof data.outputHeight === 'number' && data.outputHeight > 0
    ? Math.min(Math.ceil(data.outputHeight), highest)
    : undefined;
}
