/**
 * The entry of every extension that declares a debugger and has no code of its own. Stock VS Code for the Web shows
 * no extension with `debuggers` and without code to others, and takes an adapter from nobody else.
 */
import { debug, extensions, type ExtensionContext } from 'vscode';
import { contributions } from './contributions.ts';
import type { RelayExports } from './extension.ts';
import { isRecord } from './json.ts';

export async function activate({ extension }: ExtensionContext): Promise<void> {
  const relay = await extensions.getExtension<RelayExports>('mooring.relay')?.activate();
  for (const entry of contributions(extension.packageJSON, 'debuggers')) {
    const type = isRecord(entry) ? entry['type'] : undefined;
    if (typeof type === 'string') relay?.serveDebugger(type, debug.registerDebugAdapterDescriptorFactory);
  }
}
