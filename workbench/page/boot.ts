import type { Boot } from '../../server/protocol/boot.ts';
import { StartFailure } from './startFailure.ts';

declare global {
  interface Window {
    /** Started by a script in the page itself, before the workbench's script has arrived. */
    mooringBoot?: Promise<Response>;
  }
}

/** What the server answered, with a name for this very answer. */
export interface LoadedBoot {
  readonly boot: Boot;
  /** Differs when anything in the answer does; null when a proxy took it away. */
  readonly revision: string | null;
}

/** @throws StartFailure with a sentence for the user. */
export async function loadBoot(): Promise<LoadedBoot> {
  const response = await (window.mooringBoot ?? requestBoot()).catch(() => {
    throw new StartFailure(
      'The Mooring server does not answer.',
      'It may have been stopped. Start it again, open the address it prints, or try again here.',
    );
  });
  delete window.mooringBoot;
  if (response.status === 401 || response.status === 403) throw await refusal(response);
  if (!response.ok) throw await brokenAnswer(response);
  return { boot: (await response.json()) as Boot, revision: revisionOf(response) };
}

/** Weak or not, as a proxy that compresses makes it: the content is the same. */
export function revisionOf({ headers }: Response): string | null {
  return headers.get('etag')?.replace(/^W\//, '') ?? null;
}

export function requestBoot(): Promise<Response> {
  return fetch('/api/boot', { headers: { accept: 'application/json' } });
}

async function refusal(response: Response): Promise<StartFailure> {
  const why = await messageOf(response);
  return new StartFailure(
    'The Mooring server refused this page.',
    `${why ? `${why} ` : ''}Open the address that the server printed when it started: it carries the token that signs this browser in.`,
  );
}

async function brokenAnswer(response: Response): Promise<StartFailure> {
  const why = await messageOf(response);
  return new StartFailure(
    `The Mooring server answered with an error (${response.status}).`,
    `${why ? `${why} ` : ''}Look at its log, then try again.`,
  );
}

async function messageOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body;
  return hasMessage && typeof body.message === 'string' ? body.message : undefined;
}
