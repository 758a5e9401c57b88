/** What a segment of a URL's path says; undefined for a broken percent escape, which says nothing. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    // URIError: the caller answers for it.
    return undefined;
  }
}
