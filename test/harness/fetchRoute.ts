import type { APIResponse, Route } from 'playwright-core';

/** Fetches what a page asks its server for, to change it on the way; as this program, which knows no `*.localhost`. */
export async function fetchRoute(route: Route): Promise<APIResponse> {
  const request = route.request();
  const url = new URL(request.url());
  url.hostname = '127.0.0.1';
  // A browser adds this one on the way, and the server answers nobody without it.
  const headers = { ...(await request.allHeaders()), 'sec-fetch-site': 'same-origin' };
  return route.fetch({ url: url.href, headers });
}
