import { VariablesView } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/debug/browser/variablesView';

/**
 * VS Code opens the first scope when the program stops, but not in a view that is drawn for the first time at that
 * moment; and it is, when the program stops soon. Such a view is brought up to date once more.
 */
export function openFirstScope(): void {
  const view: object = VariablesView.prototype;
  const render: unknown = Reflect.get(view, 'renderBody');
  if (typeof render !== 'function') throw new Error('Bug: the variables view has no renderBody.');
  Reflect.set(view, 'renderBody', function (this: object, container: HTMLElement) {
    Reflect.apply(render, this, [container]);
    const scheduler: unknown = Reflect.get(this, 'updateTreeScheduler');
    if (isScheduler(scheduler)) scheduler.schedule();
  });
}

function isScheduler(value: unknown): value is { schedule(): void } {
  return typeof value === 'object' && value !== null && 'schedule' in value;
}
