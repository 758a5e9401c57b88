import { messageOf } from '../thrown.ts';

/** Why something cannot be installed or removed, as a sentence for the user. */
export class InstallError extends Error {}

export function sentenceOf(error: unknown): string {
  const text = messageOf(error);
  // Faults of extensions are written to stand after a file's name.
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
