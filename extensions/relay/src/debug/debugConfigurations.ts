import {
  window,
  type DebugConfiguration,
  type DebugConfigurationProvider,
  type WorkspaceFolder,
} from 'vscode';
import type { Uris } from '../uris.ts';
import type { Debugger } from './debugger.ts';
import { dialectOf } from './dialects/dialects.ts';
import { withEnvFile } from './envFile.ts';
import { resolvedPath, serverPath } from './pathTranslation.ts';

/** Completes launch configurations of one type: all of them pass here on their way to the adapter. */
export class DebugConfigurations implements DebugConfigurationProvider {
  readonly #find: () => Debugger | undefined;
  readonly #type: string;
  readonly #uris: Uris;

  constructor(type: string, find: () => Debugger | undefined, uris: Uris) {
    this.#type = type;
    this.#find = find;
    this.#uris = uris;
  }

  /** @returns null to have `launch.json` opened instead. */
  resolveDebugConfiguration(
    _folder: WorkspaceFolder | undefined,
    configuration: DebugConfiguration,
  ): DebugConfiguration | null {
    const given = isEmpty(configuration) ? this.#default(configuration) : configuration;
    return given && (dialectOf(this.#type).handOver?.(given) ?? given);
  }

  /** @throws {Error} that VS Code shows, and starts nothing */
  async resolveDebugConfigurationWithSubstitutedVariables(
    folder: WorkspaceFolder | undefined,
    given: DebugConfiguration,
  ): Promise<DebugConfiguration> {
    const configuration = await withEnvFile(given, folder);
    const { adapt } = dialectOf(this.#type);
    const paths = (this.#find()?.pathAttributes ?? []).flatMap((attribute) => {
      const value: unknown = configuration[attribute];
      return typeof value === 'string' ? [[attribute, resolvedPath(value, folder, this.#uris)]] : [];
    });
    const resolved: DebugConfiguration = {
      // The terminal is what the user wants to see.
      ...(configuration['console'] === 'integratedTerminal' ? { internalConsoleOptions: 'neverOpen' } : {}),
      ...configuration,
      ...Object.fromEntries(paths),
    };
    return adapt?.(resolved, folder && serverPath(folder.uri, this.#uris)) ?? resolved;
  }

  /** F5 without a `launch.json`: the file in the editor, if this debugger is for its language. */
  #default({ noDebug }: DebugConfiguration): DebugConfiguration | null {
    const found = this.#find();
    const language = window.activeTextEditor?.document.languageId;
    if (!found?.configuration || language === undefined || !found.languages.includes(language)) return null;
    return noDebug === undefined ? found.configuration : { ...found.configuration, noDebug };
  }
}

/** What VS Code passes when there is none: at most `noDebug` is set. */
function isEmpty({ type, request, name }: DebugConfiguration): boolean {
  return !type && !request && !name;
}
