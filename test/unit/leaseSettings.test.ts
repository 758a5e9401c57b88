import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../server/broker/policy.ts';
import { flagOf, leaseSettings, policyOf, type LeaseSetting } from '../../server/settings/leaseSettings.ts';

describe('The policy of leases', () => {
  it('is the default as long as nothing is set', () => {
    expect(policyOf()).toEqual(defaultPolicy);
    expect(policyOf({}, {})).toMatchObject({
      leases: 8,
      detachedExpiry: 60 * 60_000,
      editorIdle: 2 * 60_000,
      restartDelays: [1_000, 2_000, 4_000, 8_000, 10_000],
    });
  });

  it('takes each setting from the last layer that has it', () => {
    const file = { continuity: true, maxLeases: 3, detachedExpiry: 5_000 };
    expect(policyOf(file, { maxLeases: 4, editorIdle: 1_000 })).toEqual({
      ...defaultPolicy,
      continuity: true,
      leases: 4,
      detachedExpiry: 5_000,
      editorIdle: 1_000,
    });
  });

  it('has as many delays as restarts, the last of them again and again', () => {
    expect(policyOf({ restarts: 0 }).restartDelays).toEqual([]);
    expect(policyOf({ restarts: 2 }).restartDelays).toEqual([1_000, 2_000]);
    expect(policyOf({ restarts: 7 }).restartDelays.slice(4)).toEqual([10_000, 10_000, 10_000]);
  });

  it('names its flags as flags are named', () => {
    const settings = Object.keys(leaseSettings) as LeaseSetting[];
    expect(settings.map(flagOf)).toEqual([
      '--continuity',
      '--max-leases',
      '--detached-expiry',
      '--editor-idle',
      '--restarts',
    ]);
  });

  it('takes no value that is none', () => {
    const bad: Record<LeaseSetting, unknown[]> = {
      continuity: ['yes', 1, null, 'ON'],
      maxLeases: [0, 65, 1.5, '', '1e1', '-1', null, true, Number.NaN],
      detachedExpiry: ['1', '1 h', '-1s', '0s', '8d', 3600, null, 'h', '1h30m'],
      editorIdle: ['999ms', '', '169h'],
      restarts: [-1, 21, '0x1', ' 1'],
    };
    for (const [setting, values] of Object.entries(bad)) {
      for (const value of values)
        expect(
          leaseSettings[setting as LeaseSetting].read(value),
          `${setting} ${String(value)}`,
        ).toBeUndefined();
    }
    expect(leaseSettings.detachedExpiry.read('7d')).toBe(7 * 86_400_000);
  });
});
