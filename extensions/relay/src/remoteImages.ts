/**
 * Markdown whose images from elsewhere have become links: they load when somebody follows them, not before.
 * Images that the text itself carries (`data:`) stay.
 */
export function withoutRemoteImages(markdown: string): string {
  return markdown.replaceAll(/!(?=\[[^\]]*\](?:\[|\((?!\s*<?data:)))/gi, '');
}
