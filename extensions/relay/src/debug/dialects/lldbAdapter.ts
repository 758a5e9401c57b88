import type { DebugProtocol } from '@vscode/debugprotocol';
import { isRecord } from '../../json.ts';

/** How Rust tells symbols of one name apart: of no use to people, whom LLDB shows it. */
const hash = /::h[0-9a-f]{16}$/;

/** What LLDB's adapters say for themselves rather than for people. */
export function mendLldb(message: DebugProtocol.ProtocolMessage): void {
  if (message.type !== 'response') return;
  const { command, body } = message as DebugProtocol.Response;
  const frames: unknown = command === 'stackTrace' && isRecord(body) ? body['stackFrames'] : undefined;
  if (!Array.isArray(frames)) return;
  for (const frame of frames.filter(isRecord)) frame['name'] = String(frame['name']).replace(hash, '');
}
