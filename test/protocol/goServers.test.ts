/** Go programs lie where `go install` puts them, which an environment says; a found one is never taken for another. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCommand } from '../../server/process/commandLookup.ts';
import type { LanguageServerContribution } from '../../server/protocol/descriptor.ts';
import { goEnvironment, goFolder, whyGoCannot } from '../harness/goInstall.ts';
import { missing } from '../harness/programs.ts';
import { productRoot, RelayWorld } from './relayWorld.ts';

let root = '';
beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-go-')))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A home folder in which go and gopls write no telemetry: a process of its own does that, and may outlive the test. */
function quietHome(): string {
  const telemetry = join(root, '.config/go/telemetry');
  mkdirSync(telemetry, { recursive: true });
  writeFileSync(join(telemetry, 'mode'), 'off');
  return root;
}

function gopls(): LanguageServerContribution {
  const file = join(productRoot, 'extensions/go/package.json');
  const { contributes } = JSON.parse(readFileSync(file, 'utf8')) as {
    contributes: { languageServers: [LanguageServerContribution] };
  };
  return contributes.languageServers[0];
}

/** What its extension has installed: the module with its version. */
function pinned(): string {
  const { install } = gopls();
  return install && 'go' in install ? install.go : '';
}

function program(path: string, script: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const answers = (version: string) => program(`${version}/bin/gopls`, `[ "$1" = version ] && echo ${version}`);

describe('gopls', () => {
  it('is found on PATH, in GOBIN, in GOPATH and in the home folder, in this order (KI-07)', async () => {
    const [onPath, goBin, goPath] = ['path', 'gobin', 'gopath'].map(answers);
    const atHome = program('home/go/bin/gopls', 'echo home');
    const look = async (env: Record<string, string>) =>
      findCommand(gopls().command, { extensionPath: root, productRoot, openedFolders: [], env });
    const env = {
      PATH: join(root, 'path/bin'),
      GOBIN: join(root, 'gobin/bin'),
      GOPATH: [join(root, 'nothing'), 'relative', join(root, 'gopath')].join(delimiter),
      HOME: join(root, 'home'),
    };
    expect(await look(env)).toMatchObject({ file: onPath, version: 'path' });
    expect(await look({ ...env, PATH: '' })).toMatchObject({ file: goBin });
    expect(await look({ ...env, PATH: '', GOBIN: '' })).toMatchObject({ file: goPath });
    expect(await look({ PATH: '', HOME: env.HOME })).toMatchObject({ file: atHome });
    expect(await look({ PATH: '', HOME: join(root, 'nobody') })).toEqual([
      'gopls is not on PATH',
      'there is no ${env:GOBIN}/gopls',
      'there is no ${env:GOPATH}/bin/gopls',
      'there is no ~/go/bin/gopls',
    ]);
  });

  it('is not run from an opened folder that GOBIN names (KI-57)', async () => {
    answers('gobin');
    const env = { PATH: '', GOBIN: join(root, 'gobin/bin') };
    const command = [{ path: '${env:GOBIN}/gopls', probe: ['version'] }];
    const place = { extensionPath: root, productRoot, env };
    expect(await findCommand(command, { ...place, openedFolders: [join(root, 'gobin')] })).toEqual([
      expect.stringContaining('lies in the opened folder'),
    ]);
    expect(await findCommand(command, { ...place, openedFolders: [] })).toMatchObject({ version: 'gobin' });
  });

  it('is installed with the environment of the relay, into its own folder, and found there again (KI-07)', async () => {
    const serve = `exec '${process.execPath}' '${join(productRoot, 'test/fixtures/servers/good.mjs')}'`;
    program('template', `[ "$1" = version ] && echo v0.16.2 && exit\n${serve}`);
    program(
      'tools/go',
      [
        '[ "$1" = version ] && echo go1.22 && exit',
        `echo "$* with GOPATH $GOPATH" >> '${join(root, 'go.log')}'`,
        `/bin/mkdir -p "$GOBIN" && /bin/cp '${join(root, 'template')}' "$GOBIN/gopls"`,
      ].join('\n'),
    );
    // No folder of the system on PATH: it may have a gopls.
    const env = {
      PATH: join(root, 'tools'),
      TMPDIR: process.env['TMPDIR'],
      HOME: join(root, 'home'),
      GOBIN: join(root, 'mine'),
      GOPATH: join(root, 'gopath'),
    };
    const { install } = gopls();
    await using world = await RelayWorld.start({ servers: [gopls()], env });
    expect(await (await world.connect('gopls')).closed).toBe(4001);
    const asked = await world.page('gopls', '?install=1');
    expect((await asked.hover()).result).toEqual({ contents: 'hover' });
    const later = await world.page('gopls');
    expect((await later.hover()).result).toEqual({ contents: 'hover' });
    const log = readFileSync(join(root, 'go.log'), 'utf8');
    expect({ go: /^install (\S+) with GOPATH /.exec(log)?.[1] }).toEqual(install);
    expect(log.trim().endsWith(`GOPATH ${env.GOPATH}`)).toBe(true);
    expect(existsSync(env.GOBIN)).toBe(false);
  });

  it(
    'is installed by the real go, in the version that is pinned, and answers (KI-07, KI-09)',
    { timeout: 600_000 },
    async ({ skip }) => {
      const lack = missing([['go', 'version']]);
      if (lack !== undefined) skip(lack);
      // Nothing but go on PATH, and a home folder of its own: only the caches are the machine's.
      const env = { ...goEnvironment(), PATH: goFolder(), HOME: quietHome(), TMPDIR: process.env['TMPDIR'] };
      await using world = await RelayWorld.start({ servers: [gopls()], env });
      expect(await (await world.connect('gopls')).closed).toBe(4001);
      const page = await world.connect('gopls', '?install=1');
      page.answerRequests();
      const answered = page.initialize();
      const outcome = await Promise.race([answered, page.status('install_failed')]);
      const output = 'params' in outcome ? outcome.params.output.join('\n') : '';
      const why = whyGoCannot(output);
      if (why !== undefined) {
        console.log(`Skipped: ${why}.`);
        skip(why);
      }
      expect(output).toBe('');
      const { serverInfo, capabilities } = (await answered).result;
      expect(capabilities.hoverProvider).toBe(true);
      expect(`golang.org/x/tools/gopls@${JSON.parse(serverInfo.version).Version}`).toBe(pinned());
      expect(readdirSync(world.servers)).toEqual(['go']);
    },
  );

  it('leaves nothing, and says what the real go said, where no module can be had (KI-12)', async ({
    skip,
  }) => {
    const lack = missing([['go', 'version']]);
    if (lack !== undefined) skip(lack);
    const caches = { GOMODCACHE: join(root, 'modules'), GOCACHE: join(root, 'built'), GOPROXY: 'off' };
    const env = { ...caches, PATH: goFolder(), HOME: quietHome(), TMPDIR: process.env['TMPDIR'] };
    await using world = await RelayWorld.start({ servers: [gopls()], env });
    const page = await world.connect('gopls', '?install=1');
    const { reason, output } = (await page.status('install_failed')).params;
    expect(reason).toBe('go ended with exit code 1.');
    expect(output.join('\n')).toContain('GOPROXY=off');
    expect(await page.closed).toBe(4003);
    expect(readdirSync(join(world.servers, 'go'))).toEqual([]);
    expect(readdirSync(world.servers)).toEqual(['go']);
  });

  it('colours by meaning with the settings as they are (KI-P26)', async ({ skip }) => {
    const lack = missing([
      ['gopls', 'version'],
      ['go', 'version'],
    ]);
    if (lack !== undefined) skip(lack);
    const main = 'package main\n\nfunc main() { println(1) }\n';
    await using world = await RelayWorld.start({
      servers: [gopls()],
      // Each of the two gets a gopls of its own.
      policy: { continuity: false },
      prepare: (folder) => {
        writeFileSync(join(folder, 'go.mod'), 'module example.com/tides\n\ngo 1.19\n');
        writeFileSync(join(folder, 'main.go'), main);
      },
    });
    const semanticTokens = {
      dynamicRegistration: true,
      requests: { full: true },
      formats: ['relative'],
      tokenTypes: ['keyword', 'function', 'number'],
      tokenModifiers: [],
    };
    const coloured = async (initializationOptions: object): Promise<boolean> => {
      const page = await world.connect('gopls');
      page.answerRequests();
      await page.initialize({ capabilities: { textDocument: { semanticTokens } }, initializationOptions });
      const uri = `${world.folderUri}/main.go`;
      page.notify('textDocument/didOpen', {
        textDocument: { uri, languageId: 'go', version: 1, text: main },
      });
      const { result } = await page.request('textDocument/semanticTokens/full', { textDocument: { uri } });
      page.socket.close(1000);
      await page.closed;
      return (result?.data?.length ?? 0) > 0;
    };
    expect(await coloured(defaultSettings())).toBe(true);
    expect(await coloured({})).toBe(false);
  });
});

/** What VS Code answers for `gopls` while nobody has set anything. */
function defaultSettings(): object {
  const file = join(productRoot, 'extensions/go/package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    contributes: { configuration: { properties: { gopls: { default: object } } } };
  };
  return manifest.contributes.configuration.properties.gopls.default;
}
