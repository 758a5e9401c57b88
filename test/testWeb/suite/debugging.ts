import {
  debug,
  Location,
  Position,
  SourceBreakpoint,
  window,
  workspace,
  type DebugSession,
  type Disposable,
} from 'vscode';
import { at, check, equal, exists, show, until } from './world.ts';

/** A program whose second line, in a function with a `number` of 21, is where it is to stop. */
interface Debuggee {
  readonly title: string;
  readonly type: string;
  readonly file: string;
  /** How its debugger calls the function. */
  readonly frame: string;
}

const debuggees: readonly Debuggee[] = [
  { title: 'Debugging Node', type: 'node', file: 'debug.js', frame: 'global.double' },
  { title: 'Debugging Python', type: 'debugpy', file: 'debug.py', frame: 'double' },
];

interface Stop {
  readonly session: DebugSession;
  readonly threadId: number;
}

/** A stop of some session, told by the adapter itself. */
function watchStops(): { readonly stops: Stop[]; readonly subscription: Disposable } {
  const stops: Stop[] = [];
  const subscription = debug.registerDebugAdapterTrackerFactory('*', {
    createDebugAdapterTracker: (session) => ({
      onDidSendMessage(message: { event?: string; body?: { threadId?: number } }) {
        if (message.event === 'stopped') stops.push({ session, threadId: message.body?.threadId ?? 0 });
      },
    }),
  });
  return { stops, subscription };
}

async function ask<T>(session: DebugSession, command: string, args: object): Promise<T> {
  // DAP ties the answer to the command.
  return (await session.customRequest(command, args)) as T;
}

export function debugging(): void {
  debuggees.forEach(debuggingOf);
}

function debuggingOf({ title, type, file, frame: name }: Debuggee): void {
  describe(title, () => {
    it('stops at a breakpoint, shows stack and variables, and goes on to the end', async function () {
      // Where its debug adapter is not to be had, the test outside leaves the program out.
      if (!(await exists(file))) this.skip();
      const document = await show(file);
      const { stops, subscription } = watchStops();
      const ended: string[] = [];
      const ends = debug.onDidTerminateDebugSession(({ name }) => ended.push(name));
      debug.addBreakpoints([new SourceBreakpoint(new Location(document.uri, new Position(1, 0)))]);
      const started = await debug.startDebugging(workspace.workspaceFolders?.[0], {
        type,
        request: 'launch',
        name: file,
        program: `\${workspaceFolder}/${file}`,
      });
      check('it starts', started);

      const { session, threadId } = await until('it stops', () => stops[0]);
      const { stackFrames } = await ask<{
        stackFrames: { id: number; name: string; line: number; source: { path: string } }[];
      }>(session, 'stackTrace', { threadId, levels: 5 });
      const [frame] = stackFrames;
      equal([frame?.name, frame?.line], [name, 2]);
      equal(frame?.source.path, document.uri.toString());
      await until('the line it stopped at is shown', () => {
        const shown = window.activeTextEditor;
        return shown?.document.uri.toString() === at(file).toString() && shown.selection.active.line === 1;
      });

      const { scopes } = await ask<{ scopes: { variablesReference: number }[] }>(session, 'scopes', {
        frameId: frame?.id,
      });
      const { variables } = await ask<{ variables: { name: string; value: string }[] }>(
        session,
        'variables',
        {
          variablesReference: scopes[0]?.variablesReference,
        },
      );
      equal(variables.find(({ name }) => name === 'number')?.value, '21');

      await ask(session, 'continue', { threadId });
      await until('it is over', () => ended.includes(file));
      debug.removeBreakpoints(debug.breakpoints);
      subscription.dispose();
      ends.dispose();
    });
  });
}
