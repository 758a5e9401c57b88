import { workspace, type Diagnostic, type Uri } from 'vscode';

/** Diagnostics with ranges that lie in the document, where it is open: servers point past its end. */
export function clampDiagnostics(uri: Uri, diagnostics: Diagnostic[]): Diagnostic[] {
  const key = uri.toString();
  const document = workspace.textDocuments.find((open) => open.uri.toString() === key);
  if (document)
    for (const diagnostic of diagnostics) diagnostic.range = document.validateRange(diagnostic.range);
  return diagnostics;
}
