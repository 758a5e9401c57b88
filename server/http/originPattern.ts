/** Tells whether an `Origin` header is one that a pattern allows. */
export type OriginPattern = (origin: string) => boolean;

/**
 * Reads a pattern such as `https://code.example.com` or `http://v--*.localhost:3000`. A `*` may only end the
 * first label of the host and stands for letters, digits and dashes: it never reaches over a dot, so it cannot
 * let in a host of somebody else's domain.
 *
 * @returns undefined when the text is no such pattern.
 */
export function parseOriginPattern(text: string): OriginPattern | undefined {
  const match = /^(https?):\/\/([a-z0-9-]*\*(?=\.[a-z0-9])|)([a-z0-9.-]*|\[[0-9a-f:]+\])(:\d{1,5})?$/.exec(
    text.toLowerCase(),
  );
  if (!match) return undefined;
  const [, scheme = '', wildcard = '', rest = '', port = ''] = match;
  if (rest === '') return undefined;
  const label = wildcard && `${escape(wildcard.slice(0, -1))}[a-z0-9-]+`;
  const regExp = new RegExp(`^${scheme}://${label}${escape(rest)}${withoutDefault(scheme, port)}$`);
  return (origin) => regExp.test(origin);
}

/** Browsers leave the scheme's own port out of an origin (RFC 6454 §6.2). */
function withoutDefault(scheme: string, port: string): string {
  return port === (scheme === 'https' ? ':443' : ':80') ? '' : port;
}

function escape(text: string): string {
  return text.replace(/[.[\]*-]/g, '\\$&');
}
