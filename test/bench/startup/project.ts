import type { Files } from '../../harness/workspace.ts';

/** The file that is opened: it shows a problem that only the type checker knows. */
export const openedFile = 'main.ts';

/** A small TypeScript project: a dozen modules that know each other. */
export function project(): Files {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const modules = numbers.map((number): [string, string] => [`src/part${number}.ts`, part(number)]);
  return {
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'esnext', target: 'es2022' },
    }),
    'package.json': JSON.stringify({ name: 'bench', private: true, type: 'module' }),
    [openedFile]: [
      ...numbers.map((number) => `import { part${number} } from './src/part${number}.js';`),
      '',
      `export const sum: string = [${numbers.map((number) => `part${number}(1)`).join(', ')}].length;`,
      '',
    ].join('\n'),
    ...Object.fromEntries(modules),
  };
}

function part(number: number): string {
  const other = number === 1 ? '' : `import { part${number - 1} } from './part${number - 1}.js';\n\n`;
  const body = number === 1 ? 'value + 1' : `part${number - 1}(value) + ${number}`;
  return `${other}/** Part ${number} of the whole. */\nexport function part${number}(value: number): number {\n  return ${body};\n}\n`;
}
