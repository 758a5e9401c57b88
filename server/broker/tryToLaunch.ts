import type { Log } from './log.ts';
import type { LaunchOutcome } from './ports.ts';

interface Launchable<Launched> {
  readonly label: string;
  launch(): Promise<LaunchOutcome<Launched>>;
}

/** Launches; what nobody foresaw is one more failure of this launch, and not the end of the server with all the others. */
export async function tryToLaunch<Launched>(
  subject: Launchable<Launched>,
  log: Log,
): Promise<LaunchOutcome<Launched>> {
  try {
    return await subject.launch();
  } catch (error) {
    const [message, stack] = error instanceof Error ? [error.message, error.stack] : [String(error)];
    log.error({ error: stack ?? message }, 'A launch failed in a way that nobody foresaw');
    const reason = `${subject.label} could not be started: ${message}. The log of the server has more.`;
    return { kind: 'failed', reason };
  }
}
