/** VS Code's own extensions with a language server in them, by a language that each serves. */
const twins: ReadonlyMap<string, string> = new Map([
  ['typescript', 'vscode.typescript-language-features'],
  ['json', 'vscode.json-language-features'],
  ['css', 'vscode.css-language-features'],
  ['html', 'vscode.html-language-features'],
  ['markdown', 'vscode.markdown-language-features'],
]);

/** The one for the language that a server is for: its first. ESLint and its kin only add to a language. */
export function twinOf([first]: readonly string[]): string | undefined {
  return first === undefined ? undefined : twins.get(first);
}
