import { DebugService } from '@codingame/monaco-vscode-debug-service-override/vscode/vs/workbench/contrib/debug/browser/debugService';
import {
  getService,
  IEditorService,
  INotificationService,
  Severity,
} from '@codingame/monaco-vscode-api/services';
import { parse, type ParseError } from '@codingame/monaco-vscode-api/vscode/vs/base/common/json';
import { getParseErrorMessage } from '@codingame/monaco-vscode-api/vscode/vs/base/common/jsonErrorMessages';
import type { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import { IFileService } from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files.service';

/** A `launch.json` that cannot be read is said to be so; VS Code would take out of it what it can. */
export function checkLaunchFile(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the service, as before
  const start = DebugService.prototype.startDebugging;
  DebugService.prototype.startDebugging = async function (this: DebugService, launch, ...rest) {
    if (launch?.workspace && (await isBroken(launch.uri))) return false;
    return start.call(this, launch, ...rest);
  };
}

async function isBroken(file: URI): Promise<boolean> {
  const text = await read(file);
  const errors: ParseError[] = [];
  if (text !== undefined) parse(text, errors);
  const [first] = errors;
  if (text === undefined || !first) return false;
  const before = text.slice(0, first.offset).split('\n');
  const selection = { startLineNumber: before.length, startColumn: (before.at(-1)?.length ?? 0) + 1 };
  const [notifications, editors] = await Promise.all([
    getService(INotificationService),
    getService(IEditorService),
  ]);
  const reason = getParseErrorMessage(first.error);
  notifications.prompt(
    Severity.Error,
    `Nothing was started: launch.json is malformed in line ${selection.startLineNumber}, column ${selection.startColumn} (${reason}). Correct it, then start again.`,
    [
      {
        label: 'Open launch.json',
        run: () => void editors.openEditor({ resource: file, options: { selection } }),
      },
    ],
  );
  return true;
}

/** As it is on disk: VS Code has saved what was unsaved. */
async function read(file: URI): Promise<string | undefined> {
  const files = await getService(IFileService);
  if (!(await files.exists(file))) return undefined;
  return (await files.readFile(file)).value.toString();
}
