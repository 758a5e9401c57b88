import {
  window,
  type DebugConfiguration,
  type DebugConfigurationProvider,
  type Uri,
  type WorkspaceFolder,
} from 'vscode';
import type { Uris } from '../uris.ts';
import type { Debugger } from './debugger.ts';
import type { DebugRuntimes } from './debugRuntimes.ts';
import { dialectOf } from './dialects/dialects.ts';
import { withEnvFile } from './envFile.ts';
import type { KeptSessions } from './keptSessions.ts';
import { resolvedPath, serverPath } from './pathTranslation.ts';
import { withBuiltProgram } from './programChoice.ts';

/** What configurations are completed by. */
export interface Resolving {
  readonly uris: Uris;
  readonly runtimes: DebugRuntimes;
  readonly kept: Pick<KeptSessions, 'configurationOf'>;
}

/** Completes launch configurations of one type: all of them pass here on their way to the adapter. */
export class DebugConfigurations implements DebugConfigurationProvider {
  readonly #find: () => Debugger | undefined;
  readonly #type: string;
  readonly #uris: Uris;
  readonly #runtimes: DebugRuntimes;
  readonly #kept: Pick<KeptSessions, 'configurationOf'>;

  constructor(type: string, find: () => Debugger | undefined, { uris, runtimes, kept }: Resolving) {
    this.#type = type;
    this.#find = find;
    this.#uris = uris;
    this.#runtimes = runtimes;
    this.#kept = kept;
  }

  /**
   * @returns null to have `launch.json` opened instead, undefined to start nothing
   * @throws {Error} that VS Code shows, and starts nothing
   */
  async resolveDebugConfiguration(
    _folder: WorkspaceFolder | undefined,
    configuration: DebugConfiguration,
  ): Promise<DebugConfiguration | null | undefined> {
    if (this.#kept.configurationOf(configuration)) return configuration;
    const given = isEmpty(configuration) ? await this.#default(configuration) : configuration;
    return given && (dialectOf(this.#type).handOver?.(given) ?? given);
  }

  /**
   * @returns undefined to start nothing
   * @throws {Error} that VS Code shows, and starts nothing
   */
  async resolveDebugConfigurationWithSubstitutedVariables(
    folder: WorkspaceFolder | undefined,
    given: DebugConfiguration,
  ): Promise<DebugConfiguration | undefined> {
    // It has been here before. VS Code has run the tasks it names by now, and not seen them.
    const kept = this.#kept.configurationOf(given);
    if (kept) return kept;
    const { adapt, prepare } = dialectOf(this.#type);
    const complete = await withEnvFile(given, folder);
    const runtime = () => this.#runtimes.answerOf(this.#type);
    const toServer = (uri: Uri) => serverPath(uri, this.#uris);
    const configuration =
      prepare && folder ? await prepare(complete, { folder, serverPath: toServer, runtime }) : complete;
    if (!configuration) return undefined;
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
  async #default({ noDebug }: DebugConfiguration): Promise<DebugConfiguration | null | undefined> {
    const found = this.#find();
    const document = window.activeTextEditor?.document;
    if (!found?.configuration || !document || !found.languages.includes(document.languageId)) return null;
    const { configuration } = found;
    const chosen = dialectOf(this.#type).isBuilt
      ? await withBuiltProgram(configuration, document)
      : configuration;
    return chosen && (noDebug === undefined ? chosen : { ...chosen, noDebug });
  }
}

/** What VS Code passes when there is none: at most `noDebug` is set. */
function isEmpty({ type, request, name }: DebugConfiguration): boolean {
  return !type && !request && !name;
}
