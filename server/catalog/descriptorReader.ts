import type { ZodType } from 'zod';
import {
  debugAdapterSchema,
  languageServerSchema,
  type DebugAdapterDescriptor,
  type LanguageServerDescriptor,
} from '../protocol/descriptor.ts';
import { explain, type SchemaFault } from './schemaFaults.ts';

/** The valid descriptors of one kind, each with its place in the manifest's list. */
export interface Descriptors<T> {
  readonly entries: readonly { readonly index: number; readonly descriptor: T }[];
  readonly faults: readonly SchemaFault[];
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
  const faults: SchemaFault[] = [];
  list.forEach((item: unknown, index) => {
    const result = schema.safeParse(item);
    if (result.success) entries.push({ index, descriptor: result.data });
    else faults.push(...result.error.issues.flatMap((issue) => explain(issue, [...base, index])));
  });
  return { entries, faults };
}
