import { expect, it } from 'vitest';
import type { Clock } from '../../extensions/relay/src/clock.ts';
import { OwedStops } from '../../extensions/relay/src/owedStops.ts';

/** Holds the one timer there may be. */
function oneTimer(): { clock: Clock; due: () => (() => void) | undefined } {
  let timer: (() => void) | undefined;
  const clock: Clock = {
    now: () => 0,
    after: (_delay, callback) => {
      timer = callback;
      return { dispose: () => (timer = undefined) };
    },
    every: () => ({ dispose: () => {} }),
  };
  return { clock, due: () => timer };
}

it('A stop that nobody heard is said again until somebody does, and then no more (KC-37)', async () => {
  const { clock, due } = oneTimer();
  const answers = ['away', 'signedOut', undefined] as const;
  const asked: string[] = [];
  const act = (key: string, action: string) => Promise.resolve(answers[asked.push(`${action} ${key}`) - 1]);
  const owed = new OwedStops({ act }, clock);
  owed.owe('k');
  await expect.poll(due).toBeDefined();
  due()?.();
  await expect.poll(() => asked.length).toBe(2);
  await owed.settle();
  expect(asked).toEqual(['stop k', 'stop k', 'stop k']);
  await owed.settle();
  expect(asked).toHaveLength(3);
  expect(due()).toBeUndefined();
});

it('A stop that was taken back is not said (KC-37)', async () => {
  const { clock, due } = oneTimer();
  let asked = 0;
  const owed = new OwedStops({ act: () => Promise.resolve(asked++ ? undefined : 'away') }, clock);
  owed.owe('k');
  await expect.poll(due).toBeDefined();
  owed.forgive('k');
  await owed.settle();
  expect(asked).toBe(1);
  owed.dispose();
});
