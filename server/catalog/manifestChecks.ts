import { isKnownContribution, nearestContribution } from './contributionPoints.ts';
import { checkShapes } from './contributionShapes.ts';
import type { FaultList } from './faultList.ts';
import { holdsJson, problemWithJson } from './jsonContent.ts';
import { problemWithFile, referencedFiles, type ReferencedFile } from './referencedFiles.ts';

/** Finds what is wrong with `contributes`: its form, and keys that nothing here reads, mistyped ones mostly. */
export function checkContributions(manifest: Record<string, unknown>, faults: FaultList): void {
  const { contributes } = manifest;
  if (contributes === undefined) return;
  if (typeof contributes !== 'object' || contributes === null || Array.isArray(contributes)) {
    faults.addKey(['contributes'], 'this must be an object.');
    return;
  }
  checkShapes(contributes, faults);
  for (const key of Object.keys(contributes)) {
    const path = ['contributes', key];
    if (isKnownContribution(key)) continue;
    const meant = nearestContribution(key);
    if (meant === undefined) {
      // Extensions may read what others contribute, as Mooring's own does.
      const message = `unknown contribution "${key}": it has no effect, unless another extension reads it.`;
      faults.addKey(path, message, { severity: 'info' });
    } else {
      const message = `unknown contribution "${key}", so it has no effect. Is "${meant}" meant?`;
      faults.addKey(path, message, { severity: 'warning' });
    }
  }
}

/** Finds files that are missing, lie elsewhere, or cannot be read by VS Code. */
export async function checkFiles(
  folder: string,
  manifest: Record<string, unknown>,
  faults: FaultList,
): Promise<void> {
  const files = referencedFiles(manifest);
  const found = await Promise.all(files.map((file) => check(folder, file)));
  // In the order of the manifest, whichever was found first.
  for (const add of found) add(faults);
}

async function check(folder: string, { path, file }: ReferencedFile): Promise<(faults: FaultList) => void> {
  const problem = await problemWithFile(folder, file);
  if (problem) {
    // Without its picture an extension does all it would with it.
    const severity = path[0] === 'icon' ? 'warning' : 'error';
    return (faults) => faults.addKey(path, problem.message, { severity, isIncomplete: problem.isMissing });
  }
  const broken = holdsJson(path, file) ? await problemWithJson(folder, file) : undefined;
  if (!broken) return () => {};
  const { line, column, reason } = broken;
  return (faults) =>
    faults.add(file, `it is not valid JSON: ${reason}.`, { line, column, isIncomplete: true });
}
