import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { LanguageServerContribution } from '../../server/protocol/descriptor.ts';
import { RelayWorld, type Client, type Message, type Wire } from './relayWorld.ts';

interface Sample {
  readonly server: LanguageServerContribution;
  readonly language: string;
  readonly file: string;
  readonly text: string;
  /** Where a hover says something, and what it says. */
  readonly hover?: { readonly line: number; readonly character: number; readonly says: RegExp };
  /** A symbol of the document. */
  readonly symbol?: RegExp;
  /** Part of a diagnostic's message. */
  readonly problem?: RegExp;
  /** What the server gets for a section it asks for. */
  readonly configuration?: (section: string) => unknown;
}

const typescript = {
  language: 'typescript',
  file: 'a.ts',
  text: 'const face: number = "😀";\nexport const answer = 42;\nanswer;\n',
  hover: { line: 2, character: 2, says: /const answer: 42/ },
  problem: /not assignable to type 'number'/,
};

const samples: readonly Sample[] = [
  {
    server: {
      id: 'typescript',
      label: 'TypeScript',
      languages: ['typescript'],
      command: [{ module: 'typescript7/bin/tsc' }],
      args: ['--lsp', '--stdio'],
    },
    ...typescript,
  },
  {
    server: {
      id: 'typescript-language-server',
      label: 'TypeScript 5',
      languages: ['typescript'],
      command: [{ module: 'typescript-language-server/lib/cli.mjs' }],
      args: ['--stdio'],
      initializationOptions: {
        disableAutomaticTypingAcquisition: true,
        tsserver: { useSyntaxServer: 'never' },
      },
    },
    ...typescript,
  },
  {
    server: {
      id: 'pyright',
      label: 'Pyright',
      languages: ['python'],
      command: [{ module: 'pyright/langserver.index.js' }],
      args: ['--stdio'],
    },
    language: 'python',
    file: 'a.py',
    text: 'face: int = "😀"\ndef add(a: int, b: int): return a + b\nadd(1, 2)\n',
    hover: { line: 2, character: 1, says: /def add\(/ },
    problem: /not assignable to declared type "int"/,
    configuration: (section) =>
      section === 'python' ? { analysis: { diagnosticMode: 'openFilesOnly' } } : {},
  },
  {
    server: {
      id: 'yaml',
      label: 'YAML',
      languages: ['yaml'],
      command: [{ module: 'yaml-language-server/bin/yaml-language-server' }],
      args: ['--stdio'],
    },
    language: 'yaml',
    file: 'a.yaml',
    text: 'a: [1, 2\nb: 3\n',
    problem: /./,
    configuration: (section) =>
      section === 'yaml' ? { validate: true, schemaStore: { enable: false } } : {},
  },
  {
    server: {
      id: 'css',
      label: 'CSS',
      languages: ['css'],
      command: [{ module: 'vscode-langservers-extracted/bin/vscode-css-language-server' }],
      args: ['--stdio'],
    },
    language: 'css',
    file: 'a.css',
    text: 'a { color: red; colour }\n',
    hover: { line: 0, character: 6, says: /color/i },
    problem: /colon expected/,
    configuration: () => ({ validate: true, lint: {} }),
  },
  {
    server: {
      id: 'html',
      label: 'HTML',
      languages: ['html'],
      command: [{ module: '@zed-industries/vscode-langservers-extracted/bin/vscode-html-language-server' }],
      args: ['--stdio'],
    },
    language: 'html',
    file: 'a.html',
    text: '<!doctype html><p>x</p>\n',
    hover: { line: 0, character: 16, says: /paragraph/ },
    configuration: () => ({ validate: true, lint: {}, implicitProjectConfig: {} }),
  },
  {
    server: {
      id: 'json',
      label: 'JSON',
      languages: ['json'],
      command: [{ module: 'vscode-langservers-extracted/bin/vscode-json-language-server' }],
      args: ['--stdio'],
    },
    language: 'json',
    file: 'a.json',
    text: '{ "a": 1,, }\n',
    problem: /expected/i,
    configuration: () => ({}),
  },
  {
    server: {
      id: 'bash',
      label: 'Shell',
      languages: ['shellscript'],
      command: [{ module: 'bash-language-server/out/cli.js' }],
      args: ['start'],
    },
    language: 'shellscript',
    file: 'a.sh',
    text: '# Greets.\ngreet() { echo hi; }\ngreet\n',
    symbol: /greet/,
    configuration: () => ({}),
  },
  {
    server: {
      id: 'dockerfile',
      label: 'Dockerfile',
      languages: ['dockerfile'],
      command: [{ module: 'dockerfile-language-server-nodejs/bin/docker-langserver' }],
      args: ['--stdio'],
    },
    language: 'dockerfile',
    file: 'Dockerfile',
    text: 'FROM scratch\nEXPOSE 80\nFOO bar\n',
    hover: { line: 1, character: 3, says: /port/i },
    problem: /FOO/,
    configuration: () => ({}),
  },
];

describe('A real language server behind the relay', () => {
  it.each(samples.map((sample) => [sample.server.label, sample] as const))(
    '%s answers hovers and reports problems, in a folder with reserved characters (A-01, A-16, A-36, A-40, T048)',
    { timeout: 60_000 },
    async (_, sample) => {
      await using world = await RelayWorld.start({ servers: [sample.server], folderName: 'a b#c%20d?é漢' });
      if (sample.language === 'typescript') writeFileSync(join(world.folder, 'tsconfig.json'), '{}');
      mkdirSync(join(world.folder, 'node_modules'), { recursive: true });
      const file = join(world.folder, sample.file);
      writeFileSync(file, sample.text);
      const uri = pathToFileURL(file).href;
      const page = await world.connect(sample.server.id);
      serveAsEditor(page, sample);
      await page.initialize({ capabilities: editorCapabilities });
      const version = 1;
      page.notify('textDocument/didOpen', {
        textDocument: { uri, languageId: sample.language, version, text: sample.text },
      });
      if (sample.problem) await page.until(hasProblem(uri, sample.problem));
      if (sample.hover) {
        const { line, character, says } = sample.hover;
        const { result, error } = await page.request('textDocument/hover', {
          textDocument: { uri },
          position: { line, character },
        });
        expect(error).toBeUndefined();
        expect(JSON.stringify(result)).toMatch(says);
      }
      if (sample.symbol) {
        // The shell server analyses a while after the document was opened, and tells nobody when it has.
        let symbols = '[]';
        while (symbols === '[]') {
          const parameters = { textDocument: { uri } };
          symbols = JSON.stringify(await page.result('textDocument/documentSymbol', parameters));
        }
        expect(symbols).toMatch(sample.symbol);
      }
      // Ended as it should be, it is not restarted: whatever its exit code, that was no crash.
      await page.result('mooring/release', { reason: 'stop' });
      expect(await page.closed).toBe(1000);
      expect(page.messages.some(({ params }) => params?.state === 'restarting')).toBe(false);
    },
  );

  it('YAML registers nothing with a client that cannot take registrations, and serves it (T066)', async () => {
    const sample = samples.find(({ language }) => language === 'yaml');
    if (!sample) throw new Error('Bug: there is no sample of YAML.');
    await using world = await RelayWorld.start({ servers: [sample.server] });
    const page = await world.connect(sample.server.id);
    serveAsEditor(page, sample);
    await page.initialize({ capabilities: { workspace: { configuration: true } } });
    const uri = pathToFileURL(join(world.folder, 'a.yaml')).href;
    page.open(uri, sample.text, 1);
    await page.until(hasProblem(uri, /./));
    expect(page.messages.filter(({ method }) => method === 'client/registerCapability')).toEqual([]);
    await page.result('mooring/release', { reason: 'stop' });
  });
});

const editorCapabilities = {
  workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
  textDocument: {
    hover: { contentFormat: ['markdown'] },
    publishDiagnostics: { versionSupport: true },
    diagnostic: { dynamicRegistration: true },
    synchronization: { didSave: true },
  },
  general: { positionEncodings: ['utf-16'] },
};

/** Answers what a server asks, and pulls diagnostics of a server that wants to be asked. */
function serveAsEditor(page: Client, sample: Sample): void {
  page.socket.on('message', (data) => {
    const { id, method, params, result } = JSON.parse(String(data));
    if (method === 'workspace/configuration') {
      const items: { section?: string }[] = params.items;
      const answer = items.map(({ section }) => sample.configuration?.(section ?? '') ?? {});
      page.send({ id, result: answer });
    } else if (method !== undefined && id !== undefined) {
      page.send({ id, result: null });
    }
    if (
      method === 'client/registerCapability' &&
      JSON.stringify(params).includes('textDocument/diagnostic')
    ) {
      pull(page, sample);
    }
    if (result?.capabilities?.diagnosticProvider) pull(page, sample);
  });
}

function pull(page: Client, sample: Sample): void {
  let tries = 0;
  const again = async (): Promise<void> => {
    const opened = [...page.sent].findLast((message) => message.includes('textDocument/didOpen'));
    const uri = opened === undefined ? undefined : JSON.parse(opened).params.textDocument.uri;
    if (uri !== undefined) {
      const { result } = await page.request('textDocument/diagnostic', { textDocument: { uri } });
      if (result?.items?.length > 0 || !sample.problem) return;
    }
    if (tries++ < 100) setTimeout(() => void again(), 100);
  };
  void again();
}

function hasProblem(uri: string, problem: RegExp): (message: Message) => boolean {
  const matches = (items: Wire[] | undefined): boolean =>
    items?.some(({ message }) => problem.test(message)) ?? false;
  return ({ method, params, result }) =>
    (method === 'textDocument/publishDiagnostics' &&
      sameUri(params.uri, uri) &&
      matches(params.diagnostics)) ||
    matches(Array.isArray(result?.items) ? result.items : undefined);
}

/** Servers percent-encode what they like. */
function sameUri(left: string, right: string): boolean {
  return decodeURIComponent(left) === decodeURIComponent(right);
}
