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
  const main = element('main', 'start-failure');
  main.setAttribute('role', 'alert');
  const retry = element('button', 'start-failure-retry', 'Retry');
  retry.addEventListener('click', () => location.reload());
  main.append(element('h1', '', failure.message), element('p', '', failure.advice), retry);
  document.body.replaceChildren(main);
  document.title = 'Mooring';
  retry.focus();
}

function unexpected(error: unknown): StartFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartFailure(
    'The workbench could not be started.',
    `The reason given is: ${reason}. Try again; when it stays so, look at the browser's console and the server's log.`,
  );
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
