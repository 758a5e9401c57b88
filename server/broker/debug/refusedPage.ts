import { DebugEvent, type DebugFailedBody } from '../../protocol/debug.ts';
import type { Timer } from '../clock.ts';
import type { Failure } from './adapterRun.ts';
import type { Audience } from './audience.ts';
import { event, failure, output } from './dap.ts';
import { scanDap } from './dapEnvelope.ts';
import type { DebugSessionOptions } from './sessionState.ts';

/** A page that gets no adapter: it has a moment to ask something, so that it gets the refusal as its answer. */
export class RefusedPage {
  readonly #audience: Audience;
  readonly #failed: Failure;
  readonly #onOver: () => void;
  readonly #timer: Timer;

  constructor(
    audience: Audience,
    failed: Failure,
    { clock, policy }: Pick<DebugSessionOptions, 'clock' | 'policy'>,
    onOver: () => void,
  ) {
    this.#audience = audience;
    this.#failed = failed;
    this.#onOver = onOver;
    this.#timer = clock.after(policy.refusalGrace, () => this.close());
  }

  receive(message: Uint8Array): void {
    const envelope = scanDap(message);
    if (envelope?.type !== 'request') return;
    this.#audience.send(failure(envelope.seq, envelope.command, this.#failed.reason));
    this.close();
  }

  /** Nothing is waited for any more. */
  cancel(): void {
    this.#timer.cancel();
  }

  close(): void {
    const { page } = this.#audience;
    this.#onOver();
    page?.close(this.#failed.code);
  }
}

/** What a page is told of a failure, before its socket is closed. */
export function failedMessages({
  reason,
  guidance,
  exit,
}: Failure): readonly [output: Uint8Array, failed: Uint8Array] {
  const body: DebugFailedBody = {
    reason,
    ...(guidance !== undefined && { guidance }),
    ...(exit && { exit }),
  };
  return [output('stderr', `${reason}\n`), event(DebugEvent.failed, body)];
}
