import { isRecord } from '../json.ts';

/** In the configuration of a session that goes on with one of an earlier page: its key. */
const mark = '__mooringSession';

export function withMark<T extends object>(configuration: T, session: string): T {
  return { ...configuration, [mark]: session };
}

export function markOf(configuration: unknown): string | undefined {
  const found = isRecord(configuration) ? configuration[mark] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** As an adapter wants it. */
export function withoutMark(configuration: unknown): unknown {
  if (!isRecord(configuration)) return configuration;
  const { [mark]: _, ...others } = configuration;
  return others;
}
