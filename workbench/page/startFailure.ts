/** Why the workbench did not start, in words for the user. */
export class StartFailure extends Error {
  /** What to do next. */
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Shows why there is no workbench, and a way to try again, in place of a blank page. */
export function showStartFailure(error: unknown): void {
  const failure = error instanceof StartFailure ? error : unexpected(error);
  if (failure !== error) console.error(error);
  const panel = document.getElementById('start-failure');
  if (!panel) throw new Error('Bug: the page has no place for a start failure.');
  // Whatever of the workbench is there already is of no use.
  document.body.replaceChildren(panel);
  panel.querySelector('h1')?.replaceChildren(failure.message);
  panel.querySelector('p')?.replaceChildren(failure.advice);
  panel.hidden = false;
  panel.querySelector('button')?.focus();
}

function unexpected(error: unknown): StartFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartFailure(
    'The workbench could not be started.',
    `The reason given is: ${reason}. Try again; when it stays so, look at the browser's console and the server's log.`,
  );
}
