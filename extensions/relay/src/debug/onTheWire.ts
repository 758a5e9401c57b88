import type { DebugProtocol } from '@vscode/debugprotocol';
import { isRecord } from '../json.ts';
import type { Message } from './adapterMessages.ts';
import { withoutMark } from './sessionMark.ts';

/** A message of VS Code's as the adapter gets it: numbered from where an earlier page left off. */
export function onTheWire(message: Message, offset: number): Message {
  const numbered = { ...message, seq: message.seq + offset };
  if (message.type !== 'request') return numbered;
  const { command, arguments: args } = message as DebugProtocol.Request;
  switch (command) {
    case 'launch':
    case 'attach':
      return { ...numbered, arguments: withoutMark(args) } as Message;
    case 'restart':
      return isRecord(args)
        ? ({ ...numbered, arguments: { ...args, arguments: withoutMark(args['arguments']) } } as Message)
        : numbered;
    case 'cancel':
      return isRecord(args) && typeof args['requestId'] === 'number'
        ? ({ ...numbered, arguments: { ...args, requestId: args['requestId'] + offset } } as Message)
        : numbered;
    default:
      return numbered;
  }
}
