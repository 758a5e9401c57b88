import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/harness/summaryReporter.ts';

/**
 * A browser on a shared machine now and then misses a click. Continuous integration gives such a test two more
 * tries, in a new window, and names it at the end: it is a fault to look into, of the test or of the product.
 */
const browserRetries = process.env['CI'] ? 2 : 0;

/**
 * Four projects: `unit` is pure, `protocol` has real processes and sockets, `e2e` has the built product in a real
 * browser, `testWeb` has its extensions in stock VS Code for the Web. Two processes run one file after the other; each
 * has modules of its own, but for those of packages. Every file must leave nothing behind (test/harness/leaks.ts).
 */
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    // A browser test waits for most of its time: two at once take half as long, also on two cores.
    maxWorkers: 2,
    reporters: ['default', new SummaryReporter()],
    // A test that needs a second try hides a fault.
    retry: 0,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 5_000 },
      },
      {
        extends: true,
        test: {
          name: 'protocol',
          include: ['test/protocol/**/*.test.ts'],
          setupFiles: ['test/harness/leaks.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          retry: browserRetries,
          setupFiles: ['test/harness/leaks.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'testWeb',
          include: ['test/testWeb/*.test.ts'],
          retry: browserRetries,
          setupFiles: ['test/harness/leaks.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
