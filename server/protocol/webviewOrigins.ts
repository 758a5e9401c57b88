/**
 * The workbench's name on this machine. Browsers find every name that ends in `.localhost` here by themselves
 * (RFC 6761 §6.3), and take those below this one for the same site: a webview at `<label>.mooring.localhost` has an
 * origin of its own, and nothing that a browser keeps from other sites.
 */
export const workbenchName = 'mooring.localhost';

/** Whether webviews of a page at this host, with or without a port, have origins of their own. */
export function hasWebviewOrigins(host: string): boolean {
  return /^mooring\.localhost(:\d+)?$/.test(host);
}
