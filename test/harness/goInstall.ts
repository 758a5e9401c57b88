import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withFileLock } from '../../scripts/setup/fileLock.mjs';
import { Folders } from '../../server/files/folders.ts';
import { Installer } from '../../server/install/installer.ts';
import { installCommand } from '../../server/protocol/install.ts';
import { productRoot } from '../../server/productRoot.ts';
import { missing, pathOf } from './programs.ts';

/** The folder of the machine's go alone: no other program lies there that could be found. */
export function goFolder(): string {
  return dirname(realpathSync(pathOf(['go', 'version']) ?? ''));
}

/** What makes go use its caches and its proxy as on this machine, in whatever home folder it runs. */
export function goEnvironment(): Record<string, string> {
  const go = pathOf(['go', 'version']);
  if (go === undefined) return {};
  const names = ['GOMODCACHE', 'GOCACHE', 'GOPROXY', 'GOSUMDB', 'GONOSUMDB', 'GOPRIVATE'];
  const { stdout } = spawnSync(go, ['env', '-json', ...names], { encoding: 'utf8' });
  return JSON.parse(stdout) as Record<string, string>;
}

/** Whether the first dlv on PATH debugs what the first go there builds. */
export function delveFits(): boolean {
  const delve = pathOf(['dlv', 'version']);
  if (delve === undefined) return false;
  const folder = mkdtempSync(join(tmpdir(), 'delve-'));
  try {
    const args = ['debug', '--output', join(folder, 'program'), '--allow-non-terminal-interactive=true', '.'];
    const cwd = join(productRoot, 'test/fixtures/workspaces/go');
    return spawnSync(delve, args, { cwd, input: 'exit\n', timeout: 120_000 }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What an extension of ours has installed for its debug adapter or language server. */
export function pinnedBy(extension: string): { readonly go: string } {
  const manifest = JSON.parse(
    readFileSync(join(productRoot, 'extensions', extension, 'package.json'), 'utf8'),
  ) as {
    contributes: Record<string, [{ install?: { go: string } }]>;
  };
  const { languageServers, debugAdapters } = manifest.contributes;
  const install = (languageServers ?? debugAdapters)?.[0].install;
  if (!install) throw new Error(`${extension} pins nothing.`);
  return install;
}

/**
 * Why go cannot install something on this machine, judged by its output; undefined for a fault that is not the
 * machine's.
 */
export function whyGoCannot(output: string): string | undefined {
  if (
    /no such host|i\/o timeout|connection refused|network is unreachable|TLS handshake|403 Forbidden/.test(
      output,
    )
  ) {
    return 'the proxy of Go modules is out of reach';
  }
  if (/requires go >=|invalid go version|note: module requires Go/.test(output))
    return 'the machine’s Go is too old for it';
  return undefined;
}

/**
 * Has the product install a Go program into a folder that outlives the test run.
 *
 * @returns the folder of the program, or why it cannot be had here
 * @throws Error with the output when that is no fault of the machine's
 */
export async function installedByGo(install: {
  readonly go: string;
}): Promise<{ bin: string } | { lacks: string }> {
  const lacks = missing([['go', 'version']]);
  if (lacks !== undefined) return { lacks };
  const servers = join(productRoot, '.cache/servers');
  const ignore = (): void => {};
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const env = { ...process.env, ...goEnvironment() };
  const installer = new Installer({ servers, productRoot, folders: new Folders([]), log, env });
  const bin = join(installer.folderOf(install), 'bin');
  const outcome = await withFileLock(join(servers, '.lock'), async () =>
    existsSync(bin) ? undefined : installer.install(install, ignore, new AbortController().signal),
  ).finally(() => installer.stop());
  if (outcome?.kind !== 'failed') return { bin };
  const output = outcome.output.join('\n');
  const why = whyGoCannot(output);
  if (why === undefined) throw new Error(`${installCommand(install)}: ${outcome.reason}\n${output}`);
  return { lacks: `${installCommand(install)} does not work here: ${why}` };
}
