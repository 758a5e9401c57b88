import { debuggerEntry, type BootExtension } from '../../server/protocol/boot.ts';

/** An extension that declares a debugger as data alone gets the code that makes it work. */
export function withLentEntry(extension: BootExtension): BootExtension {
  const { manifest } = extension;
  if (!isDebuggerAsData(manifest)) return extension;
  return { ...extension, manifest: { ...manifest, browser: debuggerEntry, activationEvents: ['onDebug'] } };
}

function isDebuggerAsData({ browser, contributes }: Record<string, unknown>): boolean {
  const adapters: unknown =
    typeof contributes === 'object' && contributes !== null && 'debugAdapters' in contributes
      ? contributes.debugAdapters
      : undefined;
  return browser === undefined && Array.isArray(adapters) && adapters.length > 0;
}
