/**
 * Descriptors: what an extension's `package.json` says about language servers and debug adapters, under
 * `contributes.languageServers` and `contributes.debugAdapters`. The server reads them from disk to know what
 * to run; the browser reads the same data from the loaded extension to know for which documents.
 * `scripts/schema.mjs` turns these zod types into the JSON Schema that gives editors completion.
 */
import { z } from 'zod';

const id = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'use lower-case letters, digits, dots and dashes');

/** What a program is started with: no system takes a null character in it. */
const word = z.string().refine((text) => !text.includes('\0'), 'leave out null characters');

const candidateArgs = z.array(word).optional().describe('Replaces `args` for this candidate.');
const needs = z
  .array(word.min(1))
  .optional()
  .describe('Names of executables on PATH without which this candidate does not work.');

/** A file of an npm package that ships with the extension or the server, run with the server's own Node. */
const moduleCandidate = z.strictObject({
  module: word.min(1).describe('Path inside an npm package, such as "pyright/langserver.index.js".'),
  args: candidateArgs,
  needs,
});

/** An executable on PATH. Only absolute PATH entries are searched; a hit counts if it answers `probe`. */
const pathCandidate = z.strictObject({
  path: word
    .min(1)
    .describe(
      'Name of an executable on PATH, or an absolute path; "~/" is the home folder, and "${env:NAME}/" at the beginning each folder that a variable it gets names.',
    ),
  args: candidateArgs,
  needs,
  probe: z
    .array(word)
    .optional()
    .describe('Arguments that make it answer and exit with 0; default ["--version"]; [] does not ask.'),
});

/** A file that Mooring's own build fetched into `dist/adapters`, run with the server's own Node. */
const shippedCandidate = z.strictObject({
  shipped: word
    .min(1)
    .describe('A file below Mooring\'s own "dist/adapters", such as "js-debug/vsDebugServer.cjs".'),
  args: candidateArgs,
  needs,
});

const command = z
  .array(z.union([moduleCandidate, pathCandidate, shippedCandidate]))
  .min(1)
  .describe('Candidates; the first one found is run.');

const environment = z
  .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
  .describe('Names of variables let through in addition to the base list.');

/** One exact version, so that what is installed today is what is installed tomorrow. */
const installSchema = z
  .union([
    z.strictObject({
      npm: z
        .string()
        .regex(
          /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*@\d+\.\d+\.\d+(-[\w.]+)?$/,
          'name one exact version, such as "pyright@1.1.414"',
        )
        .describe('A package of the npm registry, installed without its scripts.'),
    }),
    z.strictObject({
      go: z
        .string()
        .regex(
          /^[a-z0-9][\w.-]*\.[a-z]+(\/[\w.~-]+)+@v\d+\.\d+\.\d+(-[\w.]+)?$/,
          'name one exact version, such as "golang.org/x/tools/gopls@v0.16.2"',
        )
        .describe('A program that `go install` builds.'),
    }),
  ])
  .describe('What can be installed when the user asks for it: one exact version, never by itself.');

export const languageServerSchema = z.strictObject({
  id: id.describe('Unique across all extensions.'),
  label: z.string().min(1).describe('Name shown to people.'),
  languages: z.array(z.string().min(1)).min(1).describe('VS Code language ids.'),
  schemes: z
    .array(z.string().min(1))
    .default(['file', 'untitled'])
    .describe('URI schemes of the documents it is given.'),
  command,
  args: z.array(word).default([]),
  rootMarkers: z.array(z.string()).default([]).describe('Files that mark the root of a project.'),
  settings: z
    .array(z.string())
    .default([])
    .describe(
      'Configuration sections the server may ask for. An empty section in a request means the first of them.',
    ),
  defaults: z
    .record(z.string(), z.json())
    .default({})
    .describe(
      'Values by dotted key for settings nobody has set. "${extensionUri}" and "${folderUri}" are replaced.',
    ),
  initializationOptions: z.json().optional(),
  env: environment.default([]),
  fileEvents: z
    .array(z.string())
    .default([])
    .describe('Glob patterns of files whose changes are sent to a server that does not register watchers.'),
  enabledWhen: z
    .strictObject({ setting: z.string(), equals: z.json() })
    .optional()
    .describe('Start only while this setting has this value.'),
  onlyWith: z
    .array(z.string())
    .default([])
    .describe('Glob patterns: start only in a folder that holds a file matching one of them.'),
  requiresTrust: z
    .boolean()
    .default(false)
    .describe('It runs code of the opened folder: start only in a trusted workspace.'),
  install: installSchema.optional(),
  guidance: z.string().optional().describe('What to do when it is not found.'),
  slowStart: z.string().optional().describe('Why a start can take longer than a minute.'),
});

export const debugAdapterSchema = z
  .strictObject({
    type: z
      .string()
      .regex(/^[A-Za-z0-9][\w.-]*$/, 'use letters, digits, dots, dashes and underscores')
      .describe('Debug type of a `debuggers` entry; unique across all extensions.'),
    label: z.string().min(1).optional().describe('Name shown to people; the type where it is left out.'),
    command,
    args: z
      .array(word)
      .default([])
      .describe('With the transport "port", "${port}" stands for the port it is to listen on.'),
    transport: z
      .enum(['stdio', 'port'])
      .default('stdio')
      .describe('How it is talked to: over its standard input and output, or over a port of 127.0.0.1.'),
    sessions: z
      .enum(['one', 'many'])
      .default('one')
      .describe(
        'Whether child sessions ("startDebugging") connect to the port of their parent\'s process, or get a process of their own.',
      ),
    stdout: z
      .enum(['output', 'ignored'])
      .default('output')
      .describe(
        'With the transport "port": whether its standard output is shown in the debug console, or left out, since the adapter tells all of it in events as well.',
      ),
    cwd: z
      .enum(['folder', 'extension'])
      .default('folder')
      .describe(
        'Where it is started: in the opened folder, or, for adapters that load code from where they are started, in the folder of the extension.',
      ),
    pathAttributes: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Attributes of a launch configuration that name files or folders: they must exist and lie in an opened folder.',
      ),
    env: environment.default([]),
    runtime: z
      .strictObject({
        path: word.min(1).describe('Name of an executable on PATH.'),
        probe: z.array(word).min(1).describe('Arguments that make it answer and exit with 0.'),
      })
      .optional()
      .describe('What runs the programs that it debugs; a page may ask for the first line of its answer.'),
    install: installSchema.optional(),
    guidance: z.string().optional().describe('What to do when it is not found.'),
  })
  .superRefine(({ transport, sessions, command: candidates, args }, context) => {
    const isPort = transport === 'port';
    if (isPort && candidates.some((candidate) => !namesPort(candidate.args ?? args))) {
      context.addIssue({ code: 'custom', path: ['args'], message: 'the port must be passed as "${port}"' });
    }
    if (!isPort && sessions === 'many') {
      const message = 'several sessions need the transport "port"';
      context.addIssue({ code: 'custom', path: ['sessions'], message });
    }
  });

function namesPort(args: readonly string[]): boolean {
  return args.some((arg) => arg.includes('${port}'));
}

export type LanguageServerDescriptor = z.infer<typeof languageServerSchema>;
export type DebugAdapterDescriptor = z.infer<typeof debugAdapterSchema>;
/** As written in a manifest, before defaults are filled in: what the browser sees in `packageJSON`. */
export type LanguageServerContribution = z.input<typeof languageServerSchema>;
export type DebugAdapterContribution = z.input<typeof debugAdapterSchema>;
