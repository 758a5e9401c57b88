import { CloseCode } from '../../protocol/errors.ts';
import type { Failure } from './adapterRun.ts';
import type { Audience } from './audience.ts';
import type { Dialogue } from './dialogue.ts';
import type { Line, LineEvents } from './ports.ts';

export interface LineListener {
  /** The adapter's. */
  readonly label: string;
  readonly dialogue: Dialogue;
  readonly audience: Audience;
  output(category: 'stderr', text: string): void;
  fail(failed: Failure): void;
  closed(): void;
}

/** What comes over a line to an adapter, in terms of the session. */
export function lineEvents(line: Line, listener: LineListener): LineEvents {
  const { label, dialogue, audience } = listener;
  return {
    message: (message) => dialogue.fromAdapter(line, message),
    oversized: (size, head, tail) => dialogue.oversized(size, head, tail),
    noise(text) {
      const shown = text.slice(0, 400).trimEnd();
      listener.output(
        'stderr',
        `${label} wrote what is no DAP message where only those may stand: ${shown}\n`,
      );
    },
    brokeProtocol: (reason) =>
      listener.fail({ code: CloseCode.serverExited, reason: `${label} broke the protocol: ${reason}.` }),
    drained: () => audience.resume(),
    closed: () => listener.closed(),
  };
}
