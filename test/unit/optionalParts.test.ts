import { describe, expect, it } from 'vitest';
import type { BootExtension } from '../../server/protocol/boot.ts';
import { OptionalParts, partsNeededBy } from '../../workbench/parts/optionalParts.ts';

function extension(contributes: unknown, source: BootExtension['source'] = 'user'): BootExtension {
  return { id: 'test.it', location: '/extensions/test.it/1', source, manifest: { contributes } };
}

describe('Parts of the workbench that not every start needs', () => {
  it('are needed by what an extension contributes, and by nothing else', () => {
    expect(partsNeededBy(extension({ notebooks: [] }))).toEqual(['notebooks']);
    expect(partsNeededBy(extension({ notebookRenderer: [] }))).toEqual(['notebooks']);
    expect(partsNeededBy(extension({ notebookPreload: [], walkthroughs: [] }))).toEqual([
      'notebooks',
      'walkthroughs',
    ]);
    expect(partsNeededBy(extension({ commands: [], customEditors: [] }))).toEqual([]);
    expect(partsNeededBy(extension(undefined))).toEqual([]);
    expect(partsNeededBy(extension('nonsense'))).toEqual([]);
  });

  it('are not needed by what VS Code itself declares, of which notebooks are left out without them', async () => {
    const jupyter = extension({ notebooks: [] }, 'vscode');
    expect(partsNeededBy(jupyter)).toEqual([]);
    const none = await OptionalParts.load([]);
    expect(none.takes(jupyter)).toBe(false);
    expect(none.takes(extension({ grammars: [] }, 'vscode'))).toBe(true);
    expect(none.takes(extension({ notebooks: [] }))).toBe(true);
  });

  it('are missing for an extension that comes after the page was loaded', async () => {
    const none = await OptionalParts.load([]);
    expect(none.missingFor(extension({ walkthroughs: [] }))).toEqual(['walkthroughs']);
    expect(none.missingFor(extension({ themes: [] }))).toEqual([]);
    expect([...none.failures()]).toEqual([]);
  });
});
