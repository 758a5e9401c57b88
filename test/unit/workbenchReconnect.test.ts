import { describe, expect, it } from 'vitest';
import { reconnectDelay } from '../../server/protocol/reconnectDelay.ts';
import { waitsForVisibility } from '../../workbench/connection/waitsForVisibility.ts';

describe('connecting again after a lost link', () => {
  it('waits 250, 500, 1000, 2000, 4000 ms and then 10 s each time (KC-37)', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 100].map(reconnectDelay)).toEqual([
      250, 500, 1000, 2000, 4000, 10_000, 10_000, 10_000,
    ]);
  });

  it('leaves off after the first tries while nobody looks at the page', () => {
    expect(waitsForVisibility(4, true)).toBe(false);
    expect(waitsForVisibility(5, true)).toBe(true);
    expect(waitsForVisibility(5, false)).toBe(false);
  });
});
