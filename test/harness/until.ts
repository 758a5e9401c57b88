import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `condition` gives something truthy, and returns it: for conditions that announce themselves by no
 * event. What it throws counts as "not yet".
 * @throws Error naming `what`, and the last reason, after `seconds`
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  { seconds = 60, everyMilliseconds = 50 }: { seconds?: number; everyMilliseconds?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + seconds * 1000;
  let last: unknown;
  for (;;) {
    try {
      const result = await condition();
      if (result) return result;
      last = result;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`Waited ${seconds} s until ${what}; last seen: ${describe(last)}`, { cause: last });
    }
    await pause(everyMilliseconds);
  }
}

function describe(value: unknown): string {
  return value instanceof Error ? value.message : (JSON.stringify(value) ?? String(value));
}
