import { workspace, type Uri } from 'vscode';
import type { SettingsSource } from './settings.ts';

/** The editor's settings as a source, for a resource where they may differ by folder or language. */
export function editorSettings(resource?: Uri): SettingsSource {
  const configuration = workspace.getConfiguration(undefined, resource ?? null);
  return {
    read: (key) => configuration.get(key),
    isSet(key) {
      const inspected = configuration.inspect(key);
      if (!inspected) return false;
      return [
        inspected.globalValue,
        inspected.workspaceValue,
        inspected.workspaceFolderValue,
        inspected.globalLanguageValue,
        inspected.workspaceLanguageValue,
        inspected.workspaceFolderLanguageValue,
      ].some((value) => value !== undefined);
    },
  };
}
