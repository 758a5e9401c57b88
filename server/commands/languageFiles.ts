import { serverTest } from './serverTest.ts';

export interface NewLanguage {
  readonly id: string;
  readonly label: string;
  /** With the dot. */
  readonly extension: string;
  /** A program on PATH, or a file in the folder, beginning with `./`. */
  readonly server: string;
  readonly args: readonly string[];
}

/** The files of a new extension for a language, by path relative to its folder. */
export function languageFiles(language: NewLanguage): ReadonlyMap<string, string> {
  return new Map([
    ['package.json', json(manifest(language))],
    [`syntaxes/${language.id}.tmLanguage.json`, json(grammar(language))],
    ['language-configuration.json', json(configuration)],
    [`example${language.extension}`, example],
    ['test/server.test.mjs', serverTest],
    ['README.md', readme(language)],
  ]);
}

function manifest({ id, label, extension, server, args }: NewLanguage): object {
  const isOwnFile = server.startsWith('./');
  return {
    name: id,
    displayName: label,
    description: `${label} language support.`,
    publisher: 'me',
    version: '0.1.0',
    engines: { vscode: '^1.91.0' },
    categories: ['Programming Languages'],
    contributes: {
      languages: [
        { id, aliases: [label], extensions: [extension], configuration: './language-configuration.json' },
      ],
      grammars: [{ language: id, scopeName: `source.${id}`, path: `./syntaxes/${id}.tmLanguage.json` }],
      languageServers: [
        {
          id,
          label: `${label} Language Server`,
          languages: [id],
          command: [isOwnFile ? { module: server } : { path: server }],
          args,
          rootMarkers: ['.git'],
          settings: [id],
          guidance: isOwnFile
            ? `Put the language server into the extension's folder, as ${server}.`
            : `Install \`${server}\` so that it is on PATH and answers \`${server} --version\`.`,
        },
      ],
    },
  };
}

function grammar({ id, label }: NewLanguage): object {
  return {
    name: label,
    scopeName: `source.${id}`,
    patterns: [
      { name: `comment.line.number-sign.${id}`, match: '#.*$' },
      { name: `string.quoted.double.${id}`, begin: '"', end: '"' },
      { name: `constant.numeric.${id}`, match: '\\b\\d+(\\.\\d+)?\\b' },
      { name: `keyword.control.${id}`, match: '\\b(if|else|for|while|return)\\b' },
    ],
  };
}

const configuration = {
  comments: { lineComment: '#' },
  brackets: [
    ['{', '}'],
    ['[', ']'],
    ['(', ')'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '(', close: ')' },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
  ],
  surroundingPairs: [
    ['{', '}'],
    ['[', ']'],
    ['(', ')'],
    ['"', '"'],
  ],
};

const example = `# An example, to look at and to test with.
if (1 < 2) {
  return "high water"
}
`;

function readme({ id, label, extension, server }: NewLanguage): string {
  return `# ${label}

What each file is for, in the order in which you will want to change them:

| file | what it says |
| --- | --- |
| \`package.json\` | that \`*${extension}\` is ${label}, and that \`${server}\` is its language server |
| \`example${extension}\` | a file in the language: put in what your users write |
| \`syntaxes/${id}.tmLanguage.json\` | a TextMate grammar: what is a comment, a string, a keyword |
| \`language-configuration.json\` | comments, brackets, what closes by itself |
| \`test/server.test.mjs\` | starts the language server as \`package.json\` says and opens the example with it |

## Try it

Open this folder in Mooring and look at \`example${extension}\`. Every change of a file here is taken up within a second or two; the status bar shows how it stands with the language server, and its menu has the log.

- Colours are wrong: run "Developer: Inspect Editor Tokens and Scopes" on a word, then change the grammar.
- "not installed": \`${server}\` is not on PATH, or does not answer \`--version\` with exit code 0. Say in \`command\` what it answers to, \`{ "path": "${server}", "probe": ["version"] }\`, or \`"probe": []\` to ask nothing.
- Something else is wrong: \`mooring check .\` names file, line and column, as does the Problems panel.

## Test it

\`\`\`sh
node --test
\`\`\`

## What else the language server may need

Keys of an entry of \`languageServers\` in \`package.json\`; the editor completes and explains all of them.

| key | when |
| --- | --- |
| \`command\` | several candidates, the first one found is run: \`{ "path": "name-on-PATH" }\` or \`{ "module": "./server.mjs" }\`, a JavaScript file of this folder |
| \`args\` | what it is started with, often \`["--stdio"]\` |
| \`settings\`, \`defaults\` | sections of the settings that it may ask for, and their values; describe them under \`contributes.configuration\` |
| \`initializationOptions\` | what it wants to be told first |
| \`rootMarkers\` | files that mark a project's root |
| \`fileEvents\` | globs of files whose changes it wants to hear of, if it does not say so itself |
| \`env\` | names of environment variables that it needs |
| \`requiresTrust\` | \`true\` if it runs code of the opened folder |
| \`guidance\` | what a user does when it is not installed |

## Pass it on

Copy the folder into another \`~/.mooring/extensions\`, or pack it: \`npx @vscode/vsce package\` makes a \`.vsix\` that is dropped in just the same.
`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
