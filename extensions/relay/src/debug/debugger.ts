import type { DebugConfiguration } from 'vscode';
import type { Install } from '../../../../server/protocol/install.ts';
import { contributions } from '../contributions.ts';
import { readInstall } from '../descriptor.ts';
import { isRecord } from '../json.ts';

/** A debugger that an extension declares: `contributes.debuggers` for VS Code, `contributes.debugAdapters` for us. */
export interface Debugger {
  readonly extensionId: string;
  readonly type: string;
  /** The adapter's name. */
  readonly label: string;
  /** Without one it is another name for a debugger of the same extension. */
  readonly hasAdapter: boolean;
  /** What to do when its adapter is not found. */
  readonly guidance: string | undefined;
  /** What can be installed at the user's word. */
  readonly install: Install | undefined;
  /** Attributes of a launch configuration that are paths on the server's machine. */
  readonly pathAttributes: readonly string[];
  readonly languages: readonly string[];
  /** The first of the initial configurations: what F5 runs where there is no `launch.json`. */
  readonly configuration: DebugConfiguration | undefined;
}

/** The debuggers of a manifest, which may hold anything; the server says what is wrong with it. */
export function debuggersOf(extensionId: string, manifest: unknown): readonly Debugger[] {
  const adapters = contributions(manifest, 'debugAdapters').filter(isRecord);
  if (adapters.length === 0) return [];
  return contributions(manifest, 'debuggers')
    .filter(isRecord)
    .flatMap(({ type, label, languages, initialConfigurations }) => {
      if (typeof type !== 'string') return [];
      const adapter = adapters.find((entry) => entry['type'] === type);
      const { label: name, guidance, install, pathAttributes } = adapter ?? {};
      return {
        extensionId,
        type,
        label: String(name ?? label ?? type),
        hasAdapter: adapter !== undefined,
        guidance: typeof guidance === 'string' ? guidance : undefined,
        install: readInstall(install),
        pathAttributes: strings(pathAttributes),
        languages: strings(languages),
        configuration: firstConfiguration(initialConfigurations),
      };
    });
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function firstConfiguration(initial: unknown): DebugConfiguration | undefined {
  const first: unknown = Array.isArray(initial) ? initial[0] : undefined;
  if (!isRecord(first)) return undefined;
  const { type, request, name } = first;
  if (typeof type !== 'string' || typeof request !== 'string' || typeof name !== 'string') return undefined;
  return { ...first, type, request, name };
}
