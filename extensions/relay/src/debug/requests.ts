import type { DebugProtocol } from '@vscode/debugprotocol';

/** What an answer says, without whom it is for. */
export type Outcome = Partial<Pick<DebugProtocol.Response, 'success' | 'body' | 'message' | 'command'>>;

/** By these words VS Code knows that a request was given up, and stays silent. */
export const canceled = { success: false, command: 'canceled', message: 'canceled' } as const;

/** One that begins a session: VS Code shows the user why it failed. */
export function isStart({ command }: DebugProtocol.Request): boolean {
  return command === 'initialize' || command === 'launch' || command === 'attach';
}

export function isStop({ command }: DebugProtocol.Request): boolean {
  return command === 'disconnect' || command === 'terminate';
}
