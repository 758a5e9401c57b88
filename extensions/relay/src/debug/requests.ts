import type { DebugProtocol } from '@vscode/debugprotocol';

/** What an answer says, without whom it is for. */
export type Outcome = Partial<Pick<DebugProtocol.Response, 'success' | 'body' | 'message' | 'command'>>;

/** By these words VS Code knows that a request was given up, and stays silent. */
export const canceled = { success: false, command: 'canceled', message: 'canceled' } as const;

const lineLength = 4 * 1024;

/** One that begins a session: VS Code shows the user why it failed. */
export function isStart({ command }: DebugProtocol.Request): boolean {
  return command === 'initialize' || command === 'launch' || command === 'attach';
}

export function isStop({ command }: DebugProtocol.Request): boolean {
  return command === 'disconnect' || command === 'terminate';
}

/** Output of which a console takes thousands. */
export function isLine({ event, body }: DebugProtocol.Event): boolean {
  return event === 'output' && (body as DebugProtocol.OutputEvent['body']).output.length <= lineLength;
}
