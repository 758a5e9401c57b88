import type { Files } from '../../harness/workspace.ts';
import type { Program } from '../../harness/programs.ts';

/** A language with a project in it, as large as people have them. */
export interface BenchProject {
  readonly name: string;
  /** Descriptor id of its server. */
  readonly server: string;
  readonly languageId: string;
  /** What it needs on the machine beside what comes along. */
  readonly needs: readonly Program[];
  /** Holds one mistake that its server reports. */
  readonly opened: string;
  readonly files: Files;
}

const modules = 500;
const numbers = Array.from({ length: modules }, (_, index) => index);

export const projects: readonly BenchProject[] = [
  {
    name: 'TypeScript',
    server: 'typescript7',
    languageId: 'typescript',
    needs: [],
    opened: 'main.ts',
    files: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { strict: true, module: 'esnext', target: 'es2022' },
      }),
      'main.ts': `import { part499 } from './src/part499.js';\n\nexport const wrong: string = part499(1);\n`,
      ...filesOf((number) => [
        `src/part${number}.ts`,
        number === 0
          ? 'export const part0 = (value: number): number => value;\n'
          : `import { part${number - 1} } from './part${number - 1}.js';\n\nexport const part${number} = (value: number): number => part${number - 1}(value) + ${number};\n`,
      ]),
    },
  },
  {
    name: 'Python',
    server: 'pyright',
    languageId: 'python',
    needs: [],
    opened: 'main.py',
    files: {
      'main.py': 'from parts.part499 import part499\n\nwrong: str = part499(1)\n',
      'parts/__init__.py': '',
      ...filesOf((number) => [
        `parts/part${number}.py`,
        number === 0
          ? 'def part0(value: int) -> int:\n    return value\n'
          : `from .part${number - 1} import part${number - 1}\n\n\ndef part${number}(value: int) -> int:\n    return part${number - 1}(value) + ${number}\n`,
      ]),
    },
  },
  {
    name: 'Go',
    server: 'gopls',
    languageId: 'go',
    needs: [
      ['gopls', 'version'],
      ['go', 'version'],
    ],
    opened: 'main.go',
    files: {
      'go.mod': 'module example.com/bench\n\ngo 1.19\n',
      'main.go':
        'package main\n\nimport "example.com/bench/parts"\n\nfunc main() {\n\tvar wrong string = parts.Part499(1)\n\tprintln(wrong)\n}\n',
      ...filesOf((number) => [
        `parts/part${number}.go`,
        `package parts\n\nfunc Part${number}(value int) int {\n\treturn ${number === 0 ? 'value' : `Part${number - 1}(value) + ${number}`}\n}\n`,
      ]),
    },
  },
];

function filesOf(write: (number: number) => [path: string, content: string]): Files {
  return Object.fromEntries(numbers.map(write));
}
