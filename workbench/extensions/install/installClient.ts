import {
  installPath,
  type InstallLine,
  type OwnExtension,
  type RegistryExtension,
} from '../../../server/protocol/extensionInstall.ts';

export interface InstallOptions {
  /** Ends it; nothing is left on the server then. */
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

/** What can be installed: a file of this machine, a folder of the server's, or something from the registry. */
export type Installable =
  | { readonly kind: 'packed'; readonly file: File }
  | { readonly kind: 'folder'; readonly uri: string }
  | { readonly kind: 'registry'; readonly id: string };

/** Resolves with the id of what was installed. @throws Error with a sentence for the user */
export async function install(what: Installable, { signal, progress }: InstallOptions): Promise<string> {
  const response = await ask(addressOf(what), {
    method: 'POST',
    signal,
    ...(what.kind === 'packed' && { body: what.file }),
  });
  let last: InstallLine | undefined;
  for await (const line of linesOf(response)) {
    last = JSON.parse(line) as InstallLine;
    if (last.kind === 'progress') progress(last.message);
  }
  if (last?.kind === 'done') return last.id;
  throw new Error(last?.kind === 'failed' ? last.message : 'The server went away meanwhile. Try again.');
}

/** @throws Error with a sentence for the user */
export async function ownExtensions(): Promise<readonly OwnExtension[]> {
  return (await (await ask(`${installPath}/own`)).json()) as readonly OwnExtension[];
}

/** @throws Error with a sentence for the user */
export async function remove(id: string): Promise<void> {
  await ask(`${installPath}/own?${new URLSearchParams({ id })}`, { method: 'DELETE' });
}

/** @throws Error with a sentence for the user */
export async function searchRegistry(
  query: string,
  signal: AbortSignal,
): Promise<readonly RegistryExtension[]> {
  const response = await ask(`${installPath}/search?${new URLSearchParams({ query })}`, { signal });
  return (await response.json()) as readonly RegistryExtension[];
}

function addressOf(what: Installable): string {
  switch (what.kind) {
    case 'packed':
      return `${installPath}/packed`;
    case 'folder':
      return `${installPath}/folder?${new URLSearchParams({ uri: what.uri })}`;
    case 'registry':
      return `${installPath}/registry?${new URLSearchParams({ id: what.id })}`;
  }
}

async function ask(address: string, options?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new Error('The Mooring server does not answer. Check that it still runs.', { cause: error });
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => undefined)) as { message?: string } | undefined;
  throw new Error(body?.message ?? `The server answered with ${response.status}.`);
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
