import { describe, expect, it } from 'vitest';
import type { ManifestFault } from '../../server/protocol/boot.ts';
import { describeFault, summarizeFaults } from '../../workbench/extensions/faultText.ts';

const fault: ManifestFault = {
  extension: 'acme.lang',
  severity: 'error',
  file: 'package.json',
  line: 7,
  column: 3,
  key: 'main',
  message: 'is missing.',
};

describe('faulty extensions', () => {
  it('are named with file, line and key (T109)', () => {
    expect(describeFault(fault)).toBe('acme.lang (package.json:7:3) main: is missing.');
    expect(
      describeFault({ extension: 'x', severity: 'error', file: 'package.json', message: 'is no JSON.' }),
    ).toBe('x (package.json): is no JSON.');
  });

  it('are summed up in one sentence that says the others are loaded (T109)', () => {
    expect(summarizeFaults([fault])).toContain('acme.lang (package.json:7:3)');
    const many = ['a', 'b', 'c', 'd', 'e'].map((extension) => ({ ...fault, extension }));
    expect(summarizeFaults(many)).toBe(
      '5 faults in the manifests of extensions (a, b, c and 2 more). The other extensions are loaded.',
    );
  });
});
