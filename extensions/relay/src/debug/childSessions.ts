import { debug, DebugConsoleMode, l10n, type DebugSession, type DebugSessionOptions } from 'vscode';
import { isRecord } from '../json.ts';
import { dialectOf } from './dialects/dialects.ts';

/** Answers DAP's `startDebugging` for an adapter whose children are parts of their parent. */
export async function startRequested(parent: DebugSession, args: unknown): Promise<void> {
  const { configuration, request } = isRecord(args) ? args : {};
  const started = await startChild(parent, { ...(isRecord(configuration) ? configuration : {}), request });
  if (!started) throw new Error(l10n.t('The child session was not started.'));
}

/** A child that is a part of its parent: one console for both, and Stop and Restart go to the parent. */
export async function startChild(parentSession: DebugSession, configuration: unknown): Promise<boolean> {
  const given = isRecord(configuration) ? configuration : {};
  const { name, request } = given;
  return debug.startDebugging(
    parentSession.workspaceFolder,
    {
      ...given,
      type: parentSession.type,
      request: request === 'attach' ? 'attach' : 'launch',
      name: typeof name === 'string' ? name : parentSession.name,
    },
    partOf(parentSession),
  );
}

/** How a child of this session is one: as above, or, where VS Code itself answers `startDebugging`, as there. */
export function childOptions(parentSession: DebugSession): DebugSessionOptions {
  const { managesChildren, childEvent } = dialectOf(parentSession.type);
  return managesChildren || childEvent !== undefined ? partOf(parentSession) : { parentSession };
}

function partOf(parentSession: DebugSession): DebugSessionOptions {
  return {
    parentSession,
    lifecycleManagedByParent: true,
    consoleMode: DebugConsoleMode.MergeWithParent,
    compact: true,
  };
}
