import type { JsonPath } from './jsonPosition.ts';

/** Texts of a `package.nls.json` by key. */
export type NlsTexts = ReadonlyMap<string, string>;

/** A text is a string or `{ "message": … }`; groups of texts count under dotted keys. */
export function readNlsTexts(json: unknown): NlsTexts {
  const texts = new Map<string, string>();
  collect(json, '', texts);
  return texts;
}

/** Replaces every string that is one `%key%`, however deep. Reports keys without a text, and leaves those. */
export function localize(
  value: unknown,
  texts: NlsTexts,
  missing: (path: JsonPath, key: string) => void,
): unknown {
  return replace(value, []);

  function replace(value: unknown, path: JsonPath): unknown {
    if (typeof value === 'string') return replaceText(value, path);
    if (Array.isArray(value)) return value.map((item: unknown, index) => replace(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, replace(item, [...path, key])]),
    );
  }

  function replaceText(text: string, path: JsonPath): string {
    const key = /^%([\w\d.\-/]+)%$/.exec(text)?.[1];
    if (key === undefined) return text;
    const found = texts.get(key);
    if (found === undefined) missing(path, key);
    return found ?? text;
  }
}

function collect(json: unknown, prefix: string, texts: Map<string, string>): void {
  if (typeof json !== 'object' || json === null) return;
  for (const [name, value] of Object.entries(json)) {
    const key = prefix + name;
    if (typeof value === 'string') texts.set(key, value);
    else if (isMessage(value)) texts.set(key, value.message);
    else collect(value, `${key}.`, texts);
  }
}

function isMessage(value: unknown): value is { message: string } {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}
