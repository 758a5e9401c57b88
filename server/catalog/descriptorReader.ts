import type { ZodType } from 'zod';
import {
  debugAdapterSchema,
  languageServerSchema,
  type DebugAdapterDescriptor,
  type LanguageServerDescriptor,
} from '../protocol/descriptor.ts';
import type { JsonPath } from './jsonPosition.ts';

/** Something wrong below `contributes`. */
interface DescriptorFault {
  readonly path: JsonPath;
  readonly message: string;
}

/** The valid descriptors of one kind, each with its place in the manifest's list. */
export interface Descriptors<T> {
  readonly entries: readonly { readonly index: number; readonly descriptor: T }[];
  readonly faults: readonly DescriptorFault[];
}

export function readLanguageServers(
  contributes: Record<string, unknown>,
): Descriptors<LanguageServerDescriptor> {
  return read(contributes, 'languageServers', languageServerSchema);
}

export function readDebugAdapters(contributes: Record<string, unknown>): Descriptors<DebugAdapterDescriptor> {
  return read(contributes, 'debugAdapters', debugAdapterSchema);
}

function read<T>(contributes: Record<string, unknown>, key: string, schema: ZodType<T>): Descriptors<T> {
  const list = contributes[key];
  const base = ['contributes', key];
  if (list === undefined) return { entries: [], faults: [] };
  if (!Array.isArray(list)) return { entries: [], faults: [{ path: base, message: 'this must be a list.' }] };
  const entries: { index: number; descriptor: T }[] = [];
  const faults: DescriptorFault[] = [];
  list.forEach((item: unknown, index) => {
    const result = schema.safeParse(item);
    if (result.success) entries.push({ index, descriptor: result.data });
    else faults.push(...result.error.issues.flatMap((issue) => explain(issue, [...base, index])));
  });
  return { entries, faults };
}

/** What these functions read of a zod issue. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[] | undefined;
  readonly errors?: readonly (readonly Issue[])[] | undefined;
}

function explain(issue: Issue, base: JsonPath): DescriptorFault[] {
  const path = [...base, ...issue.path.filter((part) => typeof part !== 'symbol')];
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ path: [...path, key], message: `unknown key "${key}".` }));
  }
  // Of several shapes that were possible, the one that fits best tells most.
  const [best] = [...(issue.errors ?? [])].sort((a, b) => a.length - b.length);
  if (best && best.length > 0) return best.flatMap((inner) => explain(inner, path));
  return [{ path, message: `${issue.message}.` }];
}
