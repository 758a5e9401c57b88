/** Markdown whose images from elsewhere have become links: they load when somebody follows them, not before. */
export function withoutRemoteImages(markdown: string): string {
  return markdown.replace(/!(\[[^\]]*\]\(\s*<?\s*[a-z][a-z0-9+.-]*:)/gi, (whole, link: string) =>
    /\(\s*<?\s*data:$/i.test(link) ? whole : link,
  );
}
