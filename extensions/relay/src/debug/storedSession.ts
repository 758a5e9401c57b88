import type { DebugConfiguration, DebugSession } from 'vscode';
import { isRecord, text } from '../json.ts';
import { withoutMark } from './sessionMark.ts';

/** What a window keeps of a debug session over a reload. */
export interface StoredSession {
  /** The relay's name for it. */
  readonly key: string;
  /** URI of VS Code's folder. */
  readonly folder: string | undefined;
  readonly name: string;
  /** To start it again. Children come and go with their parents, and have none. */
  readonly configuration: DebugConfiguration | undefined;
}

export function storedText(
  { name, workspaceFolder, parentSession, configuration }: DebugSession,
  key: string,
): string {
  const folder = workspaceFolder?.uri.toString();
  return JSON.stringify({
    key,
    name,
    folder,
    ...(!parentSession && { configuration: withoutMark(configuration) }),
  });
}

export function parseStored(content: string): StoredSession | undefined {
  try {
    const stored: unknown = JSON.parse(content);
    const key = isRecord(stored) ? text(stored['key']) : undefined;
    if (key === undefined || !isRecord(stored)) return undefined;
    const { configuration } = stored;
    return {
      key,
      name: text(stored['name']) ?? '',
      folder: text(stored['folder']),
      // We wrote it.
      configuration: isRecord(configuration) ? (configuration as DebugConfiguration) : undefined,
    };
  } catch {
    // Somebody else wrote there.
    return undefined;
  }
}
