import { IEditorService, IModelService, ITextModelService } from '@codingame/monaco-vscode-api/services';
import type { IDisposable } from '@codingame/monaco-vscode-api/vscode/vs/base/common/lifecycle';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import type { ITextModel } from '@codingame/monaco-vscode-api/vscode/vs/editor/common/model';
import { CommandsRegistry } from '@codingame/monaco-vscode-api/vscode/vs/platform/commands/common/commands';
import {
  State,
  type IDebugSession,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/debug/common/debug';
import { IDebugService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/debug/common/debug.service';
import { IExtensionService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/extensions/common/extensions.service';
import { SIDE_GROUP } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/editor/common/editorService';
import { hexDump } from './hexDump.ts';

const command = 'workbench.debug.viewlet.action.viewMemory';
const hexEditor = 'ms-vscode.hexeditor';
const scheme = 'mooring-memory';
const shownBytes = 1024;

/** What VS Code passes: a variable of a view, or only its reference. */
interface Subject {
  readonly sessionId?: string;
  readonly variable?: { readonly name?: string; readonly memoryReference?: string };
  readonly memoryReference?: string;
}

/**
 * "View Binary Data" of a variable. VS Code would fetch an editor for it from the marketplace; where it is not among
 * the extensions, the bytes are shown as text that follows the program from stop to stop.
 */
export function showMemoryAsText(): void {
  const original = CommandsRegistry.getCommand(command);
  if (!original) throw new Error(`Bug: VS Code has no command "${command}".`);
  let provider: IDisposable | undefined;
  CommandsRegistry.registerCommand(command, async (accessor, subject: Subject, ...rest: unknown[]) => {
    const [debug, editors, models] = [
      accessor.get(IDebugService),
      accessor.get(IEditorService),
      accessor.get(IModelService),
    ];
    const textModels = accessor.get(ITextModelService);
    const extensions = accessor.get(IExtensionService);
    if (extensions.extensions.some(({ identifier }) => identifier.value === hexEditor))
      return original.handler(accessor, subject, ...rest);
    const sessionId = subject.sessionId ?? debug.getViewModel().focusedSession?.getId();
    const reference = subject.variable?.memoryReference ?? subject.memoryReference;
    if (sessionId === undefined || reference === undefined) return;
    provider ??= textModels.registerTextModelContentProvider(scheme, {
      async provideTextContent(resource) {
        const session = debug.getModel().getSession(resource.authority, true);
        const text = await dump(session, resource.query);
        const model = models.getModel(resource) ?? models.createModel(text, null, resource);
        const following = session?.onDidChangeState(() => {
          if (session.state === State.Stopped) void update(model, session);
        });
        model.onWillDispose(() => following?.dispose());
        return model;
      },
    });
    const path = `/${subject.variable?.name ?? reference} (memory)`;
    const resource = URI.from({ scheme, authority: sessionId, path, query: reference });
    await editors.openEditor({ resource, options: { revealIfOpened: true } }, SIDE_GROUP);
  });
}

async function update(model: ITextModel, session: IDebugSession): Promise<void> {
  const text = await dump(session, model.uri.query);
  if (!model.isDisposed()) model.setValue(text);
}

async function dump(session: IDebugSession | undefined, reference: string): Promise<string> {
  try {
    const body = (await session?.readMemory(reference, 0, shownBytes))?.body;
    if (body?.data === undefined) return 'Nothing can be read at this address.\n';
    const bytes = Uint8Array.from(atob(body.data), (character) => character.charCodeAt(0));
    return hexDump(BigInt(body.address), bytes);
  } catch (error) {
    return `This memory cannot be read: ${error instanceof Error ? error.message : String(error)}\n`;
  }
}
