import { execFile } from 'node:child_process';
import { realpathSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import which from 'which';
import { isPathInside } from '../files/fileUri.ts';
import type { LanguageServerDescriptor } from '../protocol/descriptor.ts';
import { messageOf } from '../thrown.ts';

export type Candidate = LanguageServerDescriptor['command'][number];

/** A command that is there. */
export interface FoundCommand {
  readonly file: string;
  /** What comes before the descriptor's arguments. */
  readonly prefix: readonly string[];
  /** Replaces the descriptor's arguments. */
  readonly args?: readonly string[];
  readonly version?: string;
}

export interface LookupPlace {
  /** The extension that holds the descriptor. */
  readonly extensionPath: string;
  /** Mooring's own folder, whose packages ship with it. */
  readonly productRoot: string;
  /** Real paths of the opened folders: nothing on PATH that lies in one of them is run. */
  readonly openedFolders: readonly string[];
  /** Where what the descriptor pins lies once it was installed on request. */
  readonly installed?: string;
  /** The environment the command will run in. */
  readonly env: Readonly<Record<string, string>>;
}

const probeTime = 5_000;
/** More than any version takes. */
const probeOutputBytes = 256 * 1024;
/** Of a version, or of why it does not work; longer texts are cut. */
const shownCharacters = 200;

/**
 * Finds the first candidate that is there. A file on PATH counts if it answers its probe: some are mere proxies
 * for something that is not installed.
 *
 * @returns for people, one reason per candidate, when there is none.
 */
export async function findCommand(
  candidates: readonly Candidate[],
  place: LookupPlace,
): Promise<FoundCommand | readonly string[]> {
  const reasons: string[] = [];
  for (const candidate of candidates) {
    const found = (await whatIsMissing(candidate, place)) ?? (await findCandidate(candidate, place));
    if (typeof found !== 'string') return { ...found, ...(candidate.args && { args: candidate.args }) };
    reasons.push(found);
  }
  return reasons;
}

/** Why a candidate would not work, though it may be there itself. */
async function whatIsMissing({ needs = [] }: Candidate, place: LookupPlace): Promise<string | undefined> {
  for (const path of needs) {
    const found = await findOnPath({ path, probe: [] }, place);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

function findCandidate(
  candidate: Candidate,
  place: LookupPlace,
): FoundCommand | string | Promise<FoundCommand | string> {
  if ('module' in candidate) return findModule(candidate.module, place);
  if ('shipped' in candidate) return findShipped(candidate.shipped, place);
  return findOnPath(candidate, place);
}

function findShipped(shipped: string, { productRoot }: LookupPlace): FoundCommand | string {
  const folder = join(productRoot, 'dist/adapters');
  const file = join(folder, shipped);
  if (!isPathInside(file, folder) || !isFile(file)) {
    return `${shipped} was not fetched when Mooring was built`;
  }
  const version = packageVersion(file);
  return { file: process.execPath, prefix: [file], ...(version !== undefined && { version }) };
}

function findModule(module: string, place: LookupPlace): FoundCommand | string {
  const file = moduleFile(module, place);
  if (file === undefined) return `${module} is not among the packages of the extension or of Mooring`;
  const version = packageVersion(file);
  return { file: process.execPath, prefix: [file], ...(version !== undefined && { version }) };
}

/**
 * "./x" is a file of the extension itself; anything else is a file of a package next to it, to Mooring, or of what
 * was installed on request.
 */
function moduleFile(module: string, place: LookupPlace): string | undefined {
  const { extensionPath, productRoot } = place;
  const roots = [extensionPath, productRoot, ...trusted(place)].map((root) => join(root, 'node_modules'));
  const files = module.startsWith('./')
    ? [join(extensionPath, module)]
    : roots.map((root) => join(root, module));
  return files.find((file) => {
    const inside = isPathInside(file, extensionPath) || roots.some((root) => isPathInside(file, root));
    return inside && isFile(file);
  });
}

/** From the package.json of the nearest folder above that has one with a version. */
function packageVersion(file: string): string | undefined {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const version = typeof manifest === 'object' && manifest && 'version' in manifest && manifest.version;
      if (typeof version === 'string') return version;
    } catch {
      // No manifest here: the next folder up may have one.
    }
  }
  return undefined;
}

async function findOnPath(
  candidate: Extract<Candidate, { path: string }>,
  place: LookupPlace,
): Promise<FoundCommand | string> {
  const own = trusted(place).map((folder) => join(folder, 'bin', candidate.path));
  // What somebody had installed comes first: they may have had a reason not to take what is on PATH.
  const found = await Promise.all([...own, candidate.path].map((path) => executables(path, place)));
  const isPlace = /[\\/]/.test(candidate.path);
  let reason = isPlace ? `there is no ${candidate.path}` : `${candidate.path} is not on PATH`;
  for (const file of found.flat()) {
    if (
      place.openedFolders.some((folder) => isPathInside(file, folder) || isPathInside(realPath(file), folder))
    ) {
      reason = `${file} lies in the opened folder and is not run`;
      continue;
    }
    const probe = candidate.probe ?? ['--version'];
    if (probe.length === 0) return { file, prefix: [] };
    const answer = await askProbe(file, probe, place);
    if (answer.works) return { file, prefix: [], ...(answer.text !== '' && { version: answer.text }) };
    reason = `${file} does not work: ${answer.text}`;
  }
  return reason;
}

/**
 * npm or go, as somebody who types its name would run it. npm is a script: it is run with our own Node.
 *
 * @returns why not, when it is not there
 */
export async function findTool(name: 'npm' | 'go', place: LookupPlace): Promise<FoundCommand | string> {
  const found = await findOnPath({ path: name, probe: [name === 'go' ? 'version' : '--version'] }, place);
  if (typeof found === 'string') return found;
  const script = [realPath(found.file), join(dirname(found.file), 'node_modules/npm/bin/npm-cli.js')].find(
    (file) => file.endsWith('.js') && isFile(file),
  );
  return script === undefined ? found : { ...found, file: process.execPath, prefix: [script] };
}

/** What was installed on request, unless a page could have written it: not when it lies in an opened folder. */
function trusted({ installed, openedFolders }: LookupPlace): readonly string[] {
  if (installed === undefined) return [];
  const isOpen = openedFolders.some((folder) => isPathInside(realPath(installed), folder));
  return isOpen ? [] : [installed];
}

/** Every file of a name, as it can be run: on Windows with the extension that it has. */
async function executables(name: string, { env }: LookupPlace): Promise<readonly string[]> {
  // A relative entry would mean another program in every directory.
  const entries = foldersIn(env['PATH'] ?? env['Path'] ?? '');
  const pathExt = env['PATHEXT'] || ['.COM', '.EXE', '.BAT', '.CMD'].join(delimiter);
  const options = { all: true, nothrow: true, path: entries.join(delimiter), pathExt } as const;
  const hits: string[] = [];
  for (const path of spelledOut(name, env)) {
    // A name with a folder in it would be looked up from the current directory.
    if (!isAbsolute(path) && /[\\/]/.test(path)) continue;
    hits.push(...((await which(path, options)) ?? []));
  }
  return hits;
}

/** What "~/…" and "${env:NAME}/…" stand for: a path for each folder that the variable names, if it is set. */
function spelledOut(name: string, env: LookupPlace['env']): readonly string[] {
  const [, variable, rest] = /^(?:~|\$\{env:(\w+)\})\/(.+)$/.exec(name) ?? [];
  if (rest === undefined) return [name];
  const home = env[process.platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? homedir();
  const folders = variable === undefined ? home : (env[variable] ?? '');
  return foldersIn(folders).map((folder) => join(folder, rest));
}

function foldersIn(list: string): readonly string[] {
  return list.split(delimiter).filter((entry) => isAbsolute(entry));
}

interface ProbeAnswer {
  readonly works: boolean;
  /** What it wrote of its version, or why it does not work. */
  readonly text: string;
}

function askProbe(file: string, args: readonly string[], place: LookupPlace): Promise<ProbeAnswer> {
  const options = {
    env: place.env,
    cwd: place.productRoot,
    timeout: probeTime,
    killSignal: 'SIGKILL' as const,
    maxBuffer: probeOutputBytes,
    windowsHide: true,
  };
  const answered = new Promise<ProbeAnswer>((done) => {
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      const text = error ? firstLine(stderr || error.message) : versionLine(stdout || stderr);
      done({
        works: !error,
        text: error?.killed ? `no answer to ${args.join(' ')} within ${probeTime / 1000} s` : text,
      });
    });
    child.stdin?.end();
  });
  // Node throws what it finds malformed, and on Windows for a script that needs a shell.
  return answered.catch((error: unknown) => ({
    works: false,
    text: firstLine(messageOf(error)),
  }));
}

/** The first line with a number in it, since some begin with their name; without one, the first line. */
function versionLine(text: string): string {
  const line = text.split(/\r?\n/).find((candidate) => /\d/.test(candidate)) ?? text;
  return firstLine(line.replace(/^\s*version:?\s+/i, ''));
}

function firstLine(text: string): string {
  return (text.trim().split(/\r?\n/)[0] ?? '').slice(0, shownCharacters);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Not there, or not for us to see: it could not be run either way.
    return false;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // It went away since it was found; starting it will say so.
    return path;
  }
}
