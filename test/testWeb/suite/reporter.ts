import 'mocha/mocha.js';

/** Tells of each test in a line of the console, which is the only way out of the extension host. */
export class Reporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on('pass', (test) => say(test, null));
    runner.on('fail', (test, error: unknown) => {
      say(test, error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  }
}

function say(test: Mocha.Test | Mocha.Hook, failure: string | null): void {
  console.log(`RESULT ${JSON.stringify({ suite: test.parent?.title ?? '', title: test.title, failure })}`);
}
