import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { hasWebviewOrigins } from '../protocol/webviewOrigins.ts';

/** What every answer carries. Pages add a policy of their own. */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
}

/**
 * The workbench's page. VS Code needs inline styles and event handlers, workers from blobs and WebAssembly; nothing is loaded from
 * elsewhere. The WebSocket is named since older browsers do not count it as 'self'.
 *
 * @param page its HTML: the script elements in it, and no others, may run
 * @param host the Host header, which passed the gate
 */
export function workbenchPolicy(page: string, host: string): string {
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${hash(script)}'`,
  );
  return [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
    `script-src-elem ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    `connect-src 'self' ws://${host} wss://${host} blob: data:`,
    "worker-src 'self' blob:",
    `frame-src 'self' ${hasWebviewOrigins(host) ? `http://*.${host} ` : ''}blob: data:`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/**
 * The frames of extension host and webviews bring their policy in their HTML; a stricter one breaks them. A webview
 * is two of them, one in the other, in the workbench.
 *
 * @param host the Host header, which passed the gate
 */
export function framePolicy(host: string): string {
  const workbench = host.slice(host.indexOf('.') + 1);
  return `frame-ancestors 'self'${hasWebviewOrigins(workbench) ? ` http://${workbench}` : ''}`;
}

/** For content that is not ours: should it be opened as a page, it can do nothing. */
export const contentPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";
