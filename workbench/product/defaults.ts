import type { IDefaultLayout } from '@codingame/monaco-vscode-api/vscode/vs/workbench/browser/web.api';

/** Where Mooring's defaults differ from VS Code's. */
export const configurationDefaults: Record<string, unknown> = {
  // The settings belong in a tab, as they always did.
  'workbench.editor.useModal': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': true,
  'window.title': '${dirty}${activeEditorShort}${separator}${rootName}${separator}${appName}',
  'window.autoDetectColorScheme': true,
  'window.menuBarVisibility': 'classic',
  'window.commandCenter': true,

  // Text reaches the disk when it is saved, as on the desktop; in browsers VS Code saves after a second.
  'files.autoSave': 'off',

  // An untrusted folder opens at once, in Restricted Mode, and the banner says how to change that.
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'untilDismissed',

  // Completions for shells come from extensions that need Node.
  'terminal.integrated.suggest.enabled': false,
  'terminal.integrated.initialHint': false,

  // Nothing to install from, nobody to report to.
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'telemetry.feedback.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'update.showReleaseNotes': false,
};

export const defaultLayout: IDefaultLayout = {
  editors: [],
};
