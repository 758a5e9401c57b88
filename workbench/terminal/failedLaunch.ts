import { Event } from '@codingame/monaco-vscode-api/vscode/vs/base/common/event';
import type {
  IProcessPropertyMap,
  ITerminalChildProcess,
  ITerminalLaunchError,
  ProcessPropertyType,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/terminal/common/terminal';

/** What VS Code asked for and cannot have; it shows the reason as it does for every shell that does not start. */
export class FailedLaunch implements ITerminalChildProcess {
  readonly id = 0;
  readonly shouldPersist = false;
  readonly onProcessData = Event.None;
  readonly onProcessReady = Event.None;
  readonly onDidChangeProperty = Event.None;
  readonly onProcessExit = Event.None;
  readonly #message: string;

  constructor(message: string) {
    this.#message = message;
  }

  async start(): Promise<ITerminalLaunchError> {
    return { message: this.#message };
  }

  async refreshProperty<T extends ProcessPropertyType>(): Promise<IProcessPropertyMap[T]> {
    throw new Error('Bug: a terminal without a process was asked about it.');
  }

  readonly shutdown = (): void => {};
  readonly input = (): void => {};
  readonly sendSignal = (): void => {};
  readonly resize = (): void => {};
  readonly clearBuffer = (): void => {};
  readonly acknowledgeDataEvent = (): void => {};
  readonly processBinary = async (): Promise<void> => {};
  readonly setUnicodeVersion = async (): Promise<void> => {};
  readonly updateProperty = async (): Promise<void> => {};
  readonly getInitialCwd = async (): Promise<string> => '';
  readonly getCwd = async (): Promise<string> => '';
}
