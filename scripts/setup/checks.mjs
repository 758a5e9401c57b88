import { run } from './childProcess.mjs';
import { product } from '../build/product.mjs';

/** @type {Record<string, { about: string, program: string, args: readonly string[], mend?: string }>} */
const checks = {
  format: {
    about: 'everything is formatted',
    program: 'oxfmt/bin/oxfmt',
    args: ['--check', '.'],
    mend: 'npm run format',
  },
  lint: {
    about: 'no lint rule is broken',
    program: 'oxlint/bin/oxlint',
    args: ['--type-aware', '--deny-warnings', '.'],
  },
  types: {
    about: 'types agree and no layer imports what it must not',
    program: 'typescript7/bin/tsc',
    args: ['-b'],
  },
  unused: {
    about: 'no file, export or dependency is unused',
    program: 'knip/bin/knip.js',
    args: ['--no-progress', '--cache', '--cache-location', 'node_modules/.cache/knip'],
  },
};

/**
 * Runs the checks with these names, or all, side by side.
 * @param {readonly string[]} names
 * @returns {Promise<{ name: string, passed: boolean }[]>}
 * @throws {Error} with a sentence for the user
 */
export function runChecks(names = []) {
  const unknown = names.filter((name) => !(name in checks));
  if (unknown.length > 0) {
    throw new Error(`There is no check "${unknown[0]}". The checks are: ${Object.keys(checks).join(', ')}.`);
  }
  const chosen = Object.entries(checks).filter(([name]) => names.length === 0 || names.includes(name));
  return Promise.all(
    chosen.map(async ([name, { about, program, args, mend }]) => {
      const start = performance.now();
      const { code, output } = await run(process.execPath, [product(`node_modules/${program}`), ...args], {
        quiet: true,
      });
      const passed = code === 0;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      if (passed) console.log(`✓ ${name}: ${about} (${seconds} s)`);
      else console.log(`✗ ${name}, to mend${mend ? ` by ${mend}` : ''}:\n${output.trimEnd()}`);
      return { name, passed };
    }),
  );
}
