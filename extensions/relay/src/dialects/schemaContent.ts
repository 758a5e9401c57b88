import { extensions, l10n, Uri, workspace } from 'vscode';
import { RpcError } from '../../../../server/protocol/errors.ts';
import { ResponseError } from 'vscode-languageclient/browser';

const timeout = 5_000;

/**
 * Content of a schema that the language server cannot read itself: one that VS Code makes (`vscode:`), or a file
 * of a loaded extension. Others are not fetched: opening a JSON file tells nobody on the network.
 */
export async function schemaContent(address: string): Promise<string> {
  const uri = Uri.parse(address);
  if (uri.scheme === 'vscode') return (await workspace.openTextDocument(uri)).getText();
  const ours = extensions.all.some(({ extensionUri }) => address.startsWith(`${extensionUri.toString()}/`));
  if (ours) {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    if (response.ok) return response.text();
  }
  throw new ResponseError(
    RpcError.invalidParams,
    l10n.t('Schemas from the network are not fetched. Add the schema to the folder and name its path.'),
  );
}
