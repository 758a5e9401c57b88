import { isRecord } from './json.ts';

/** `contributes[key]` of a manifest, which may hold anything. */
export function contributions(manifest: unknown, key: string): readonly unknown[] {
  const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
  const list = isRecord(contributes) ? contributes[key] : undefined;
  return Array.isArray(list) ? list : [];
}
