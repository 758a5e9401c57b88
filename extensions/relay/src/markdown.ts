import { MarkdownString } from 'vscode';
import { withoutRemoteImages } from './remoteImages.ts';

/** Takes from a server's text what could reach outside: images would tell somebody that it was read. */
export function harmless(content: unknown): void {
  if (content instanceof MarkdownString) content.value = withoutRemoteImages(content.value);
}
