import { expect, it, vi } from 'vitest';
import { searchFiles } from '../../server/files/search/fileSearch.ts';
import { explain } from '../../server/files/watch/treeWatches.ts';

vi.mock('@vscode/ripgrep', () => {
  throw new Error('Could not find the package for this platform.');
});

it('says how to get ripgrep when it is not installed', async () => {
  const query = { pattern: '', includes: [], excludes: [], useIgnoreFiles: true, maxResults: 1 };
  const search = searchFiles({ folder: '/', query, signal: new AbortController().signal });
  await expect(search).rejects.toThrow(/Searching needs ripgrep.*npm ci/);
});

it('says how to get more watches when the system has none left', () => {
  for (const text of [
    "inotify_add_watch on '/x' failed: No space left on device",
    'Unable to initialize inotify: Too many open files',
  ]) {
    expect(explain(new Error(text), '/x').message).toMatch(/\/x .*limit.*max_user_watches/);
  }
  expect(explain(new Error('odd'), '/x').message).toBe(
    '/x cannot be watched, so changes made by other programs will not be noticed: odd.',
  );
});
