import type { ITerminalsLayoutInfoById } from '@codingame/monaco-vscode-api/vscode/vs/platform/terminal/common/terminal';

const key = 'mooring.terminals';

/** Which terminals this window has, and how they lie beside each other: kept over a reload. */
export interface WindowTerminals {
  /** The run of the server that knows their ids. */
  readonly server: string;
  readonly layout: ITerminalsLayoutInfoById;
}

/** Undefined in a window that never had a terminal. */
export function rememberedTerminals(): WindowTerminals | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as WindowTerminals;
  } catch {
    // Somebody edited it.
    return undefined;
  }
}

export function rememberTerminals(terminals: WindowTerminals): void {
  sessionStorage.setItem(key, JSON.stringify(terminals));
}
