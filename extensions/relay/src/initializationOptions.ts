import { isRecord } from './json.ts';

const placeholder = /^\$\{config:(.+)\}$/;

/** Whether `initializationOptions` of a descriptor take values from settings: `"${config:<key>}"`. */
export function usesSettings(options: unknown): boolean {
  if (typeof options === 'string') return placeholder.test(options);
  if (Array.isArray(options)) return options.some(usesSettings);
  return isRecord(options) && Object.values(options).some(usesSettings);
}

/** `initializationOptions` with each `"${config:<key>}"` replaced by what `read` gives for the key. */
export function withSettings(options: unknown, read: (key: string) => unknown): unknown {
  if (typeof options === 'string') {
    const key = placeholder.exec(options)?.[1];
    return key === undefined ? options : read(key);
  }
  if (Array.isArray(options)) return options.map((item) => withSettings(item, read));
  if (!isRecord(options)) return options;
  return Object.fromEntries(Object.entries(options).map(([key, item]) => [key, withSettings(item, read)]));
}
