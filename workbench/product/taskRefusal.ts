import { getService, ICommandService } from '@codingame/monaco-vscode-api/services';
import { Action } from '@codingame/monaco-vscode-api/vscode/vs/base/common/actions';
import type { ITaskIdentifier } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/tasks/common/tasks';
import { ITaskService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/tasks/common/taskService.service';

/**
 * There are no tasks, but launch.json files that name them: `preLaunchTask`, `postDebugTask`. VS Code asks what to do
 * where a task is not found, with a "Debug Anyway"; it is told what there is to know, and what else to offer.
 */
export async function refuseTasks(): Promise<void> {
  const [tasks, commands] = await Promise.all([getService(ITaskService), getService(ICommandService)]);
  const refusal: Pick<ITaskService, 'getTask' | 'configureAction'> = {
    getTask: async (_folder, task) => {
      throw new Error(
        `The task “${nameOf(task)}” was not run: Mooring has no tasks. What it does can be done in the terminal.`,
      );
    },
    configureAction: () =>
      new Action('mooring.openLaunchFile', 'Open launch.json', undefined, true, () =>
        commands.executeCommand('workbench.action.debug.configure'),
      ),
  };
  // What stands in for a service that is not there ignores assignments.
  for (const [name, value] of Object.entries(refusal)) Object.defineProperty(tasks, name, { value });
}

/** As people know it: the label in tasks.json, or the script it stands for. */
function nameOf(task: string | ITaskIdentifier): string {
  if (typeof task === 'string') return task;
  const script: unknown = Reflect.get(task, 'script') ?? Reflect.get(task, 'task');
  return typeof script === 'string' ? `${task.type}: ${script}` : task.type;
}
