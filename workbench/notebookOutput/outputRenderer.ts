import type { ActivationFunction, OutputItem, RendererContext } from 'vscode-notebook-renderer';
import { addStyle } from './outputStyle.ts';
import { renderError } from './errorOutput.ts';
import { drawLive } from './liveOutput.ts';
import { renderText } from './textOutput.ts';

/** What VS Code passes beyond its published types. */
export interface OutputSettings {
  /** Lines of text that are shown at once. */
  readonly lineLimit: number;
  readonly outputScrolling: boolean;
  readonly outputWordWrap: boolean;
}

/**
 * Draws what cells put out: text, streams, errors, pictures, HTML and scripts. It runs in the notebook's webview. The
 * package of VS Code's own renderers declares it and comes without its code, so this takes its place in the build.
 */
export const activate: ActivationFunction = (context) => {
  addStyle();
  /** What an output holds on to, by its id. */
  const held = new Map<string, () => void>();
  const release = (id?: string) => {
    const ids = id === undefined ? [...held.keys()] : [id];
    for (const each of ids) {
      held.get(each)?.();
      held.delete(each);
    }
  };
  return {
    renderOutputItem: (item, element) => {
      release(item.id);
      const letGo = draw(item, element, context as Context);
      if (letGo) held.set(item.id, letGo);
    },
    disposeOutputItem: release,
  };
};

type Context = RendererContext<unknown> & { readonly settings: OutputSettings };

/** @returns what releases it */
function draw(
  item: OutputItem,
  element: HTMLElement,
  { workspace, settings }: Context,
): (() => void) | undefined {
  const { mime } = item;
  element.dataset['vscodeContext'] = contextOf(item);
  if (mime.startsWith('image/')) return drawPicture(item, element);
  if (mime === 'text/html' || mime === 'application/javascript') {
    // VS Code offers neither where the workspace is not trusted; should it do so all the same, nothing runs.
    if (workspace.isTrusted) return drawLive(item, element);
  } else if (mime === 'application/vnd.code.notebook.error') {
    element.replaceChildren(renderError(item.text(), item.id, settings));
  } else {
    const isError = mime.endsWith('.stderr');
    element.replaceChildren(renderText(item.text(), { id: item.id, isError, settings }));
  }
  return undefined;
}

/** What the context menu goes by: it offers to copy the output, and to open its text. */
function contextOf({ id, mime }: OutputItem): string {
  const webviewSection = mime.startsWith('image/') ? 'image' : 'text';
  return JSON.stringify({
    webviewSection,
    outputId: id,
    preventDefaultContextMenuItems: webviewSection === 'image',
  });
}

/** As a picture even SVG runs no script. */
function drawPicture(item: OutputItem, element: HTMLElement): () => void {
  const url = URL.createObjectURL(item.blob());
  const image = document.createElement('img');
  image.src = url;
  image.alt = alternativeText(item.metadata);
  element.replaceChildren(image);
  return () => URL.revokeObjectURL(url);
}

function alternativeText(metadata: unknown): string {
  const has = typeof metadata === 'object' && metadata !== null && 'vscode_altText' in metadata;
  return has && typeof metadata.vscode_altText === 'string' ? metadata.vscode_altText : '';
}
