import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints why tests were skipped and which needed another try, and hands the counts to scripts/test.mjs (MOORING_TEST_COUNTS names a file). */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    if (skipped.length > 0) {
      console.log(`Skipped:\n${skipped.map((test) => `  ${test.fullName}: ${reasonOf(test)}`).join('\n')}\n`);
    }
    const unsteady = tests.filter(
      (test) => test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0,
    );
    if (unsteady.length > 0) {
      console.log(
        `Passed at another try only:\n${unsteady.map((test) => `  ${test.fullName}`).join('\n')}\n`,
      );
    }
    const file = process.env['MOORING_TEST_COUNTS'];
    if (!file) return;
    const failed = count('failed') + brokenFiles + unhandledErrors.length;
    writeFileSync(file, JSON.stringify({ passed: count('passed'), failed, skipped: skipped.length }));
  }
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' && result.note) || 'no reason given';
}
