import { DebugEvent, type DebugReadyBody } from '../../protocol/debug.ts';
import type { Page } from '../ports.ts';
import type { Audience } from './audience.ts';
import { event } from './dap.ts';
import type { Dialogue } from './dialogue.ts';
import type { Line } from './ports.ts';

export interface Listeners {
  readonly audience: Audience;
  readonly dialogue: Dialogue;
  readonly line: Line;
  readonly ready: (resumed: DebugReadyBody['resumed']) => DebugReadyBody;
}

/**
 * Lets a page go on with a session: it is told what it has to know of what was said before.
 *
 * @param received how many messages it got, if it is the page that was here
 */
export function retell(page: Page, received: number | undefined, listeners: Listeners): void {
  const { audience, dialogue, line, ready } = listeners;
  const firstSeq = dialogue.nextSeq;
  const { messages, dropped } = dialogue.enter(line, received);
  audience.enter(page);
  audience.repeat(
    event(DebugEvent.ready, ready({ firstSeq, received: audience.said, droppedOutput: dropped })),
  );
  for (const message of messages) audience.repeat(message);
  audience.repeat(event(DebugEvent.resumed));
  dialogue.askHeld();
}
