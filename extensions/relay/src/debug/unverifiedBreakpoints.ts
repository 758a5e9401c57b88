import type { DebugProtocol } from '@vscode/debugprotocol';

/**
 * Breakpoints that an adapter has not called verified. Some adapters never do, and only stop there: the stop is as
 * good as the word.
 */
export class UnverifiedBreakpoints {
  readonly #byId = new Map<number, DebugProtocol.Breakpoint>();

  /** An answer to one of the requests that set breakpoints. */
  answered({ success, body }: DebugProtocol.SetBreakpointsResponse): void {
    // Some answer without a body.
    const breakpoints = success ? ((body as typeof body | undefined)?.breakpoints ?? []) : [];
    for (const breakpoint of breakpoints) this.#note(breakpoint);
  }

  changed({ body }: DebugProtocol.BreakpointEvent): void {
    this.#note(body.breakpoint);
  }

  /** The events that say what a stop shows. */
  stopped({ body }: DebugProtocol.StoppedEvent): readonly DebugProtocol.BreakpointEvent[] {
    return (body.hitBreakpointIds ?? []).flatMap((id) => {
      const breakpoint = this.#byId.get(id);
      this.#byId.delete(id);
      if (!breakpoint) return [];
      const { message: _, ...rest } = breakpoint;
      return {
        seq: 0,
        type: 'event',
        event: 'breakpoint',
        body: { reason: 'changed', breakpoint: { ...rest, verified: true } },
      };
    });
  }

  #note(breakpoint: DebugProtocol.Breakpoint): void {
    if (breakpoint.id === undefined) return;
    if (breakpoint.verified) this.#byId.delete(breakpoint.id);
    else this.#byId.set(breakpoint.id, breakpoint);
  }
}
