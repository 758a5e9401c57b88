import {
  commands,
  FileSystemError,
  languages,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type CompletionList,
  type Diagnostic,
  type Hover,
  type Location,
  type LocationLink,
  type MarkdownString,
  type Position,
  type TextDocument,
} from 'vscode';

export function root(): Uri {
  const folder = workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('No folder is open.');
  return folder.uri;
}

export function at(path: string): Uri {
  return Uri.joinPath(root(), ...path.split('/'));
}

/** Opens a file and shows it: servers are asked for problems only about what is shown. */
export async function show(path: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument(at(path));
  await window.showTextDocument(document, { preview: false });
  return document;
}

/** Where the nth `text` begins, or so many characters into it. */
export function find(document: TextDocument, text: string, { nth = 1, into = 0 } = {}): Position {
  let index = -1;
  for (let found = 0; found < nth; found += 1) index = document.getText().indexOf(text, index + 1);
  if (index < 0) throw new Error(`${document.uri.path} does not hold ${text}.`);
  return document.positionAt(index + into);
}

/** Replaces the first `old`. */
export async function replace(document: TextDocument, old: string, next: string): Promise<void> {
  const start = find(document, old);
  const edit = new WorkspaceEdit();
  const range = document.validateRange(
    document.lineAt(start.line).range.with(start, document.positionAt(document.offsetAt(start) + old.length)),
  );
  edit.replace(document.uri, range, next);
  check('the edit is applied', await workspace.applyEdit(edit));
}

/** Waits until the problems of a document are as they should be. */
export async function problems(
  document: TextDocument,
  isRight: (problems: readonly Diagnostic[]) => boolean,
): Promise<readonly Diagnostic[]> {
  return until('the problems are right', () => {
    const found = languages.getDiagnostics(document.uri);
    if (isRight(found)) return found;
    throw new Error(`they are ${JSON.stringify(found.map(({ message }) => message))}`);
  });
}

export function saying(text: string): (problem: Diagnostic) => boolean {
  return ({ message }) => message.includes(text);
}

/** All a hover says; servers that still load are asked again. */
export async function hover(document: TextDocument, position: Position, expected: string): Promise<string> {
  return until(`a hover says ${expected}`, async () => {
    const hovers = await commands.executeCommand<Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    );
    const text = hovers.flatMap(({ contents }) => contents.map(plain)).join('\n');
    if (text.includes(expected)) return text;
    throw new Error(`it says ${JSON.stringify(text)}`);
  });
}

/** Asks for completions until one has this label; returns all labels. */
export async function completions(
  document: TextDocument,
  position: Position,
  expected: string,
): Promise<string[]> {
  return until(`completion offers ${expected}`, async () => {
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    if (labels.includes(expected)) return labels;
    throw new Error(`it offers ${labels.length} others: ${labels.slice(0, 20).join(', ')}`);
  });
}

/** Goes to a definition until one lies in a file with this path; returns it. */
export async function definition(
  document: TextDocument,
  position: Position,
  pathEnd: string,
): Promise<{ uri: Uri; line: number }> {
  return until(`the definition lies in ${pathEnd}`, async () => {
    const found = await commands.executeCommand<(Location | LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      position,
    );
    const places = found.map((place) =>
      'targetUri' in place
        ? { uri: place.targetUri, line: (place.targetSelectionRange ?? place.targetRange).start.line }
        : { uri: place.uri, line: place.range.start.line },
    );
    const right = places.find(({ uri }) => uri.path.endsWith(pathEnd));
    if (right) return right;
    throw new Error(`it is at ${JSON.stringify(places)}`);
  });
}

/** Renames what is at a position, everywhere; returns the paths that changed, relative to the folder. */
export async function rename(document: TextDocument, position: Position, name: string): Promise<string[]> {
  const edit = await commands.executeCommand<WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    document.uri,
    position,
    name,
  );
  check('the rename is applied', await workspace.applyEdit(edit));
  const base = `${root().toString()}/`;
  return edit
    .entries()
    .map(([uri]) => uri.toString().replace(base, ''))
    .toSorted();
}

/** As others see it: on the disk. */
export async function read(path: string): Promise<string> {
  return new TextDecoder().decode(await workspace.fs.readFile(at(path)));
}

export async function exists(path: string): Promise<boolean> {
  try {
    await workspace.fs.stat(at(path));
    return true;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/** Sets a setting of the folder for as long as `act` takes. */
export async function withSetting(key: string, value: unknown, act: () => Promise<void>): Promise<void> {
  await workspace.getConfiguration().update(key, value, false);
  try {
    await act();
  } finally {
    await workspace.getConfiguration().update(key, undefined, false);
  }
}

/** Waits until `condition` gives something; what it throws counts as "not yet". */
export async function until<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + 20_000;
  let last: unknown;
  for (;;) {
    try {
      const result = await condition();
      if (result) return result;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) {
      const reason = last instanceof Error ? last.message : String(last);
      throw new Error(`Waited until ${what}; ${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function check(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`Not so: ${what}.`);
}

export function equal(actual: unknown, expected: unknown): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`It is ${a}, and should be ${e}.`);
}

function plain(content: MarkdownString | string | { value: string }): string {
  return (typeof content === 'string' ? content : content.value).replaceAll('&nbsp;', ' ');
}
