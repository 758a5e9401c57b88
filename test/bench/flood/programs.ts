import type { Program } from '../../harness/programs.ts';

export interface FloodingProgram {
  readonly name: string;
  /** Name of its launch configuration. */
  readonly configuration: string;
  readonly needs: readonly Program[];
}

/** Characters that each of them writes. */
const flood = 50_000_000;

// No two are alike: the console would show such lines as one, with a number.
const words = 'flood '.repeat(40);
const lines = Math.ceil(flood / (words.length + 13));

export const programs: readonly FloodingProgram[] = [
  { name: 'Node', configuration: 'Flood Node', needs: [] },
  { name: 'Python', configuration: 'Flood Python', needs: [['python3', '-c', 'import debugpy']] },
];

export const editedFile = 'notes.txt';

export function files(): Readonly<Record<string, string>> {
  return {
    [editedFile]: '\n',
    'flood.js': [
      'const begin = performance.now();',
      `for (let n = 0; n < ${lines}; n++) console.log('Node ' + ${JSON.stringify(words)} + n);`,
      'console.log(`written in ${Math.round(performance.now() - begin)} ms`);',
      '',
    ].join('\n'),
    'flood.py': [
      'import time',
      'begin = time.monotonic()',
      `for n in range(${lines}): print('Python ' + ${JSON.stringify(words)} + str(n))`,
      'print(f"written in {round((time.monotonic() - begin) * 1000)} ms")',
      '',
    ].join('\n'),
    '.vscode/launch.json': JSON.stringify({
      version: '0.2.0',
      configurations: [
        { name: 'Flood Node', type: 'node', program: '${workspaceFolder}/flood.js' },
        { name: 'Flood Python', type: 'debugpy', program: '${workspaceFolder}/flood.py' },
      ].map((configuration) => ({
        ...configuration,
        request: 'launch',
        internalConsoleOptions: 'neverOpen',
      })),
    }),
  };
}
