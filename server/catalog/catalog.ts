import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import type { DebugAdapterDescriptor, LanguageServerDescriptor } from '../protocol/descriptor.ts';

/** A language server's descriptor with where it came from. */
export interface LanguageServerEntry {
  readonly descriptor: LanguageServerDescriptor;
  readonly extensionId: string;
  /** Absolute real path of the extension's folder. */
  readonly extensionPath: string;
}

/** A debug adapter's descriptor with where it came from. */
export interface DebugAdapterEntry {
  readonly descriptor: DebugAdapterDescriptor;
  readonly extensionId: string;
  /** Absolute real path of the extension's folder. */
  readonly extensionPath: string;
}

/** What the extension folders on disk declare, faults included. */
export interface Catalog {
  extensions(): readonly BootExtension[];
  faults(): readonly ManifestFault[];
  languageServer(id: string): LanguageServerEntry | undefined;
  debugAdapter(type: string): DebugAdapterEntry | undefined;
  debugAdapters(): readonly DebugAdapterEntry[];
  /** Where an extension lies in its source: its folder, or its `.vsix` file. */
  pathOf(extensionId: string): string | undefined;
  /** The folder behind a `BootExtension.location`, or undefined. */
  folderOf(extensionId: string): string | undefined;
}
