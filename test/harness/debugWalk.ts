import type { Workbench } from './workbench.ts';

/** A program of the fixture workspaces, which all do the same: `work` calls `add` three times, with i from 0 to 2. */
export interface WalkedProgram {
  readonly file: string;
  /** Line of the call of `add`. */
  readonly call: number;
  /** First line of `add`, which sets `total`. */
  readonly add: number;
  /** Where stepping into it leads, if not there. */
  readonly head?: number;
  /** What the call stack shows in `work` and in `add`. */
  readonly frames: { readonly work: RegExp; readonly add: RegExp };
  /** The thread to unfold: the first stop opens the view, which may show it folded. */
  readonly thread?: RegExp;
  /** Variables to open one in another, and what is in them. */
  readonly opened: readonly string[];
  readonly holds: readonly (string | RegExp)[];
  /** Is this plus 1 in the second round. */
  readonly expression: string;
  readonly result: RegExp;
}

/**
 * Walks through a program as somebody who looks for a fault: to a breakpoint in the gutter, through the variables, into
 * a function and out again, with a watch expression and the console. Leaves it at the call in the second round.
 */
export async function walkThrough(workbench: Workbench, program: WalkedProgram): Promise<void> {
  const { debugging } = workbench;
  const { file, call, add, head = add, thread, frames, opened, holds, expression, result } = program;
  await workbench.openFile(file);
  await debugging.gutter.removeBreakpoints();
  // The console of the test before may hide half of the editor.
  await workbench.editor.goTo({ line: call, column: 1 });
  await debugging.gutter.setBreakpoint(call);
  await debugging.start();
  await debugging.isStoppedAt(call);
  await debugging.gutter.hasGlyph(call, 'verified');
  if (thread) await debugging.views.expandRow('Debug Call Stack', thread);
  await debugging.views.hasFrame(frames.work);
  await debugging.views.expand(...opened);
  for (const value of holds) await debugging.views.hasVariable(value);

  await debugging.press('stepInto');
  await debugging.isStoppedAt(head);
  await debugging.views.hasFrame(frames.add);
  if (head !== add) {
    await debugging.press('stepOver');
    await debugging.isStoppedAt(add);
  }
  await debugging.press('stepOver');
  await debugging.isStoppedAt(add + 1);
  await debugging.views.hasVariable('total = 3');
  await debugging.press('stepOut');
  // In the middle of the call's line, or behind it: debuggers differ.
  await debugging.isStoppedAt(call, call + 1);
  await debugging.views.watch('i * 100');
  await debugging.views.hasWatch('i * 100 = 0');
  await debugging.press('continue');
  await debugging.views.hasWatch('i * 100 = 100');
  await debugging.console.evaluate(expression);
  await debugging.console.has(result);
}

/** Stops in `add`, goes on to its second call, and is in the first one again after a restart. Leaves it there. */
export async function restart(workbench: Workbench, file: string, line: number): Promise<void> {
  const { debugging } = workbench;
  await workbench.openFile(file);
  await debugging.gutter.removeBreakpoints();
  await workbench.editor.goTo({ line, column: 1 });
  await debugging.gutter.setBreakpoint(line);
  await debugging.start();
  await debugging.isStoppedAt(line);
  await debugging.press('continue');
  await debugging.views.hasVariable('a = 1');
  await debugging.press('restart');
  await debugging.views.hasVariable('a = 0');
}
