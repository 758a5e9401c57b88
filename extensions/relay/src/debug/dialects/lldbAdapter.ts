import type { DebugProtocol } from '@vscode/debugprotocol';
import { isRecord } from '../../json.ts';

/** How Rust tells symbols of one name apart: of no use to people, whom LLDB shows it. */
const hash = /::h[0-9a-f]{16}$/;

/** What LLDB's adapters say for themselves rather than for people, put right: for the messages of one session. */
export function lldbMender(): (message: DebugProtocol.ProtocolMessage) => void {
  let isPausing = false;
  return (message) => {
    const { type, command, event, body, success } = message as DebugProtocol.ProtocolMessage & Partial<Said>;
    if (type === 'response' && command === 'pause') isPausing = success === true;
    if (type === 'response' && command === 'stackTrace') mendFrames(body);
    if (type !== 'event' || event !== 'stopped') return;
    if (isPausing) mendPause(body);
    isPausing = false;
  };
}

type Said = Pick<DebugProtocol.Response, 'command' | 'success'> & Pick<DebugProtocol.Event, 'event' | 'body'>;

function mendFrames(body: unknown): void {
  const frames: unknown = isRecord(body) ? body['stackFrames'] : undefined;
  if (!Array.isArray(frames)) return;
  for (const frame of frames.filter(isRecord)) frame['name'] = String(frame['name']).replace(hash, '');
}

/** A program is paused by a signal; that it comes is no exception of the program's. */
function mendPause(stop: unknown): void {
  if (!isRecord(stop) || stop['reason'] !== 'exception') return;
  stop['reason'] = 'pause';
  delete stop['description'];
  delete stop['text'];
}
