import { MarkdownString, type InlayHint } from 'vscode';
import { withoutRemoteImages } from './remoteImages.ts';

/** Takes from a server's text what could reach outside: images would tell somebody that it was read. */
export function harmless(content: unknown): void {
  if (content instanceof MarkdownString) content.value = withoutRemoteImages(content.value);
}

export function harmlessHint({ tooltip, label }: InlayHint): void {
  harmless(tooltip);
  if (typeof label !== 'string') for (const part of label) harmless(part.tooltip);
}
