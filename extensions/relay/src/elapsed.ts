/** A duration in the units of a locale, in at most two of hours, minutes and seconds: "1m 5s" in English. */
export function elapsed(milliseconds: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first === -1 ? parts.slice(2) : parts.slice(first, first + 2);
  const texts = shown
    .filter(([count], index) => count > 0 || index === 0)
    .map(([count, unit]) => format(count, unit, locale));
  return new Intl.ListFormat(known(locale), { type: 'unit', style: 'narrow' }).format(texts);
}

function format(count: number, unit: string, locale: string): string {
  return new Intl.NumberFormat(known(locale), { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
}

/** VS Code's display languages are language tags, but a language pack may call itself anything. */
export function known(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
