import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

function manifest(name: string, contributes: object): string {
  return JSON.stringify({
    name,
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.91.0' },
    contributes,
  });
}

/** One good extension among broken ones. */
function extensions(workspace: Workspace): void {
  const write = (path: string, text: string) => workspace.write(`../extensions/${path}/package.json`, text);
  write('a-broken-json', '{\n  "name": "broken",\n  "publisher": \n}\n');
  write('b-empty', '');
  write(
    'c-unknown-key',
    manifest('unknown-key', {
      languageServers: [
        { id: 'x', label: 'X', languages: ['plaintext'], command: [{ path: 'x' }], shell: true },
      ],
    }),
  );
  write(
    'd-claims-pyright',
    manifest('claims-pyright', {
      languageServers: [{ id: 'pyright', label: 'Mine', languages: ['python'], command: [{ path: 'mine' }] }],
    }),
  );
  write(
    'e-good',
    manifest('good', { languages: [{ id: 'goodlang', aliases: ['Good Language'], extensions: ['.good'] }] }),
  );
}

const it = workbenchTest({
  files: { 'main.py': 'answer: int = "forty-two"\n', 'main.good': 'good\n' },
  prepare: extensions,
  flags: (workspace) => ['--extensions-dir', workspace.outside('extensions')],
});

it('names what is wrong with a manifest, and loads the other extensions (T109, T111)', async ({
  workbench,
}) => {
  await workbench.clickNotificationButton(/faults in the manifests of extensions/, 'Show Details');
  const output = workbench.page.locator('.output-view .view-lines');
  await until('every fault is listed', async () => {
    const text = (await output.innerText()).replaceAll('\u00a0', ' ');
    if (text.includes('pyright')) return true;
    throw new Error(text);
  });
  const text = (await output.innerText()).replaceAll('\u00a0', ' ');
  expect(text).toMatch(/a-broken-json \(package\.json:4:1\)/);
  expect(text).toMatch(/b-empty \(package\.json/);
  expect(text).toMatch(/unknown-key.*contributes\.languageServers\[0\].*shell/);
  expect(text).toMatch(/claims-pyright[^]*"pyright" of mooring\.python/);

  await workbench.openFile('main.good');
  await workbench.statusItem('Good Language').waitFor();
  await workbench.openFile('main.py');
  await workbench.problems.has(
    /"Literal\['forty-two'\]" is not assignable to "int"|not assignable to declared type "int"/,
  );
});

it('refuses a folder and an extension that are not there, and serves on (T102)', async ({ server }) => {
  const status = async (path: string) => {
    const headers = { authorization: `Bearer ${server.token}` };
    return (await fetch(`${server.address}${path}`, { headers })).status;
  };
  expect(await status('/files/nothing/main.py')).toBe(404);
  expect(await status('/extensions/test.nothing/1.0.0/package.json')).toBe(404);
  expect(await status('/api/boot')).toBe(200);
});
