import { isRecord } from '../json.ts';

/** The document that settings are asked for, and the folder it lies in. */
export interface EslintSubject {
  readonly languageId: string | undefined;
  readonly folder: { readonly uri: string; readonly name: string } | undefined;
}

/**
 * The `eslint` section in the form that the ESLint language server reads: VS Code's extension gives some
 * settings other names on the way.
 */
export function eslintSettings(section: unknown, subject: EslintSubject): Record<string, unknown> {
  const settings = isRecord(section) ? section : {};
  const onSave = isRecord(settings['codeActionsOnSave']) ? settings['codeActionsOnSave'] : {};
  const format = isRecord(settings['format']) ? settings['format'] : {};
  const rules = isRecord(settings['rules']) ? settings['rules'] : {};
  return {
    ...settings,
    validate: validation(settings, subject.languageId),
    codeActionOnSave: {
      mode: onSave['mode'] ?? 'all',
      ...(onSave['rules'] ? { rules: onSave['rules'] } : {}),
    },
    format: format['enable'] === true,
    rulesCustomizations: rules['customizations'] ?? [],
    ...(typeof settings['useFlatConfig'] === 'boolean' ? {} : { useFlatConfig: undefined }),
    ...workingDirectory(settings['workingDirectories'], subject.folder),
    ...(subject.folder ? { workspaceFolder: subject.folder } : {}),
  };
}

function validation(
  settings: Record<string, unknown>,
  languageId: string | undefined,
): 'on' | 'off' | 'probe' {
  if (settings['enable'] === false || languageId === undefined) return 'off';
  if (lists(settings['validate'], languageId)) return 'on';
  return lists(settings['probe'], languageId) ? 'probe' : 'off';
}

function lists(value: unknown, id: string): boolean {
  return (
    Array.isArray(value) && value.some((item) => item === id || (isRecord(item) && item['language'] === id))
  );
}

/** The first entry that is a mode or names a folder; relative folders lie in the opened one. */
function workingDirectory(entries: unknown, folder: EslintSubject['folder']): Record<string, unknown> {
  const [first] = Array.isArray(entries) ? entries : [];
  if (isRecord(first) && typeof first['mode'] === 'string')
    return { workingDirectory: { mode: first['mode'] } };
  const name = isRecord(first) ? (first['directory'] ?? first['pattern']) : first;
  if (typeof name !== 'string' || !folder) return {};
  const directory = new URL(name, `${folder.uri}/`);
  const notCwd = isRecord(first) && (first['!cwd'] === true || first['changeProcessCWD'] === false);
  return {
    workingDirectory: {
      directory: decodeURIComponent(directory.pathname),
      ...(notCwd ? { '!cwd': true } : {}),
    },
  };
}
