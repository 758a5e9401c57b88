import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { LanguageServerContribution } from '../../server/protocol/descriptor.ts';
import { missing } from '../harness/programs.ts';
import { productRoot, RelayWorld, type Message } from './relayWorld.ts';

interface Found {
  readonly extension: string;
  /** The candidate, as it is called. */
  readonly program: string;
  readonly languageId: string;
  readonly file: string;
  readonly text: string;
  readonly problem: RegExp;
  /** Where a hover says something, and what. */
  readonly hover: { readonly line: number; readonly character: number; readonly says: RegExp };
}

const all: readonly Found[] = [
  {
    extension: 'cpp',
    program: 'ccls',
    languageId: 'cpp',
    file: 'main.cpp',
    text: '/// Height of the water.\nstatic double height(int hour) { return hour; }\nint main() { return hight(3) + height(2); }\n',
    problem: /undeclared identifier 'hight'/,
    hover: { line: 2, character: 33, says: /double height\(int hour\)/ },
  },
  {
    extension: 'python',
    program: 'pylsp',
    languageId: 'python',
    file: 'main.py',
    text: 'def height(hour):\n    """Height of the water."""\n    return hour\n\n\nprint(hight(3), height(2))\n',
    problem: /undefined name 'hight'/,
    hover: { line: 5, character: 18, says: /Height of the water/ },
  },
];

/** The server of a shipped extension, without the packages that come along: what is on PATH is left. */
function shipped({ extension }: Found): LanguageServerContribution {
  const manifest = JSON.parse(
    readFileSync(join(productRoot, 'extensions', extension, 'package.json'), 'utf8'),
  ) as { contributes: { languageServers: LanguageServerContribution[] } };
  const [server] = manifest.contributes.languageServers;
  if (!server) throw new Error(`Bug: ${extension} has no server.`);
  const { initializationOptions: _, ...rest } = server;
  return { ...rest, command: server.command.filter((candidate) => 'path' in candidate) };
}

describe('The only server that is found for a language', () => {
  for (const found of all) {
    const { program, languageId, file, text, problem, hover } = found;
    it(`${program} reports problems, answers hovers, ends when asked, and leaves nothing in the folder`, async ({
      skip,
      onTestFinished,
    }) => {
      const lack = missing([[program, '--version']]);
      if (lack) skip(lack);
      const path = mkdtempSync(join(tmpdir(), 'path-'));
      onTestFinished(() => rmSync(path, { recursive: true }));
      symlinkSync(whereIs(program), join(path, program));
      const server = shipped(found);
      await using world = await RelayWorld.start({
        servers: [server],
        env: { PATH: path, HOME: path, LANG: 'C.UTF-8' },
      });
      const uri = pathToFileURL(join(world.folder, file)).href;
      writeFileSync(join(world.folder, file), text);
      mkdirSync(join(world.folder, '.git'));
      const page = await world.connect(server.id);
      page.answerRequests();
      await page.initialize({ capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } } });
      page.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
      await page.until(isProblem(problem));
      const position = { line: hover.line, character: hover.character };
      const answer = await page.result('textDocument/hover', { textDocument: { uri }, position });
      expect(JSON.stringify(answer)).toMatch(hover.says);
      await page.result('mooring/release', { reason: 'stop' });
      expect(await page.closed).toBe(1000);
      expect(page.messages.some(({ params }) => params?.state === 'restarting')).toBe(false);
      expect(existsSync(join(world.folder, '.ccls-cache'))).toBe(false);
    });
  }
});

function isProblem(problem: RegExp): (message: Message) => boolean {
  return ({ method, params }) =>
    method === 'textDocument/publishDiagnostics' && problem.test(JSON.stringify(params.diagnostics));
}

function whereIs(program: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
  if (!found) throw new Error(`Bug: ${program} answers and is nowhere.`);
  return found;
}
