import type { DebugReadyBody } from '../../protocol/debug.ts';
import type { Connected } from './adapterRun.ts';
import type { DebugSession } from './debugSession.ts';

/** @param resumed where the page takes up a session that there was already */
export function readyBody(
  { key, audience, subject, parent, run }: DebugSession,
  { adapter, version }: Connected,
  resumed?: DebugReadyBody['resumed'],
): DebugReadyBody {
  const { command, pid } = adapter;
  return {
    session: key,
    epoch: audience.epoch,
    ...(parent?.run === run && { parent: parent.key }),
    adapter: { label: subject.label, command, ...(version !== undefined && { version }), pid },
    ...(resumed && { resumed }),
  };
}
