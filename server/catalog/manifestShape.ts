import type { FaultList } from './faultList.ts';

/**
 * VS Code reads these of all extensions before it starts any, and does not look at what they are: a number in the
 * place of one keeps every extension of the page from starting.
 */
const textLists = [
  'activationEvents',
  'categories',
  'enabledApiProposals',
  'extensionDependencies',
  'extensionPack',
  'keywords',
] as const;
const texts = ['version', 'displayName', 'description', 'icon'] as const;

/** The manifest without what has another form than VS Code takes for granted. What is left out is reported. */
export function wellShaped(manifest: Record<string, unknown>, faults: FaultList): Record<string, unknown> {
  const shaped = { ...manifest };
  for (const key of texts) {
    if (!(key in manifest) || typeof manifest[key] === 'string') continue;
    faults.addKey([key], 'this must be a text, so it is left out.');
    delete shaped[key];
  }
  for (const key of textLists) {
    if (!(key in manifest)) continue;
    const list = manifest[key];
    if (Array.isArray(list)) shaped[key] = textsOf(list, key, faults);
    else {
      faults.addKey([key], 'this must be a list of texts, so it is left out.');
      delete shaped[key];
    }
  }
  return shaped;
}

function textsOf(list: readonly unknown[], key: string, faults: FaultList): readonly string[] {
  return list.filter((item, index): item is string => {
    if (typeof item === 'string') return true;
    faults.addKey([key, index], 'this must be a text, so it is left out.');
    return false;
  });
}
