import type { JsonPath } from './jsonPosition.ts';

/** Something in a manifest that has not the form it should have. */
export interface SchemaFault {
  readonly path: JsonPath;
  readonly message: string;
}

/** What is read here of a zod issue. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[] | undefined;
  readonly errors?: readonly (readonly Issue[])[] | undefined;
}

/** In words, by key of the manifest. */
export function explain(issue: Issue, base: JsonPath): SchemaFault[] {
  const path = [...base, ...issue.path.filter((part) => typeof part !== 'symbol')];
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ path: [...path, key], message: `unknown key "${key}".` }));
  }
  // Of several shapes that were possible, the one that fits best tells most.
  const [best] = [...(issue.errors ?? [])].sort((a, b) => a.length - b.length);
  if (best && best.length > 0) return best.flatMap((inner) => explain(inner, path));
  return [{ path, message: `${issue.message}.` }];
}
