import { workspace, type Uri } from 'vscode';
import { isRecord } from '../json.ts';

/** What a `package.json` says, or undefined where there is none, or none that Node could read. */
export async function readManifest(file: Uri): Promise<Record<string, unknown> | undefined> {
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file)));
    return isRecord(manifest) ? manifest : undefined;
  } catch {
    // It is not there, or is being written.
    return undefined;
  }
}

export async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    // Whatever the reason, nobody could load it.
    return false;
  }
}
