import { isRecord, parse } from './rpc.ts';

/**
 * What a server is answered while no page is there to answer it: enough that it never waits.
 *
 * @param settings the last snapshot a page pushed, undefined when none did.
 * @returns the result as raw JSON; undefined when only a page could answer.
 */
export function awayAnswer(method: string, message: Uint8Array, settings: unknown): string | undefined {
  switch (method) {
    case 'client/registerCapability':
    case 'client/unregisterCapability':
    case 'window/workDoneProgress/create':
      return 'null';
    case 'workspace/configuration':
      return JSON.stringify(configuration(message, settings));
    default:
      return undefined;
  }
}

/** One value for each item that is asked for (LSP 3.18 "Configuration"). */
function configuration(message: Uint8Array, settings: unknown): unknown[] {
  const params = parse(message)?.['params'];
  const items = isRecord(params) && Array.isArray(params['items']) ? params['items'] : [];
  return items.map((item) => {
    const section = isRecord(item) && typeof item['section'] === 'string' ? item['section'] : '';
    // Some servers end when they are given null for a section.
    return settings === undefined ? {} : (valueAt(settings, section) ?? null);
  });
}

/** "a.b" is the member "a.b" where there is one, else the member "b" of "a". */
function valueAt(settings: unknown, section: string): unknown {
  if (section === '') return settings;
  if (!isRecord(settings)) return undefined;
  if (Object.hasOwn(settings, section)) return settings[section];
  for (let dot = section.indexOf('.'); dot >= 0; dot = section.indexOf('.', dot + 1)) {
    const head = section.slice(0, dot);
    if (!Object.hasOwn(settings, head)) continue;
    const value = valueAt(settings[head], section.slice(dot + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}
