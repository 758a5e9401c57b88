import { defaultPolicy, type Policy } from '../broker/policy.ts';

/** What may be set about leases, by flag and in the settings file; what is not there stays as it is. */
export interface LeaseSettings {
  readonly continuity?: boolean;
  readonly maxLeases?: number;
  /** Milliseconds. */
  readonly detachedExpiry?: number;
  /** Milliseconds. */
  readonly editorIdle?: number;
  readonly restarts?: number;
}

export type LeaseSetting = keyof LeaseSettings;

interface Reader {
  /** Completes the sentence "<setting> takes …". */
  readonly takes: string;
  /** The value as it counts, undefined when it is none. */
  readonly read: (value: unknown) => boolean | number | undefined;
}

/** What each setting takes, as text on the command line and as a JSON value in the settings file. */
export const leaseSettings: Readonly<Record<LeaseSetting, Reader>> = {
  continuity: { takes: '"on" or "off"', read: onOrOff },
  maxLeases: wholeNumber(1, 64),
  detachedExpiry: duration(1_000, 7 * 24 * 3_600_000),
  editorIdle: duration(1_000, 7 * 24 * 3_600_000),
  restarts: wholeNumber(0, 20),
};

/** `--max-leases` for `maxLeases`. */
export function flagOf(setting: LeaseSetting): string {
  return `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The policy with these settings; later ones win. */
export function policyOf(...layers: readonly LeaseSettings[]): Policy {
  const settings: LeaseSettings = Object.assign({}, ...layers);
  return {
    ...defaultPolicy,
    continuity: settings.continuity ?? defaultPolicy.continuity,
    leases: settings.maxLeases ?? defaultPolicy.leases,
    detachedExpiry: settings.detachedExpiry ?? defaultPolicy.detachedExpiry,
    editorIdle: settings.editorIdle ?? defaultPolicy.editorIdle,
    restartDelays:
      settings.restarts === undefined ? defaultPolicy.restartDelays : delaysOf(settings.restarts),
  };
}

/** As many delays as restarts: the usual ones, the last of them again and again. */
function delaysOf(restarts: number): number[] {
  const last = defaultPolicy.restartDelays.at(-1) ?? 0;
  return Array.from({ length: restarts }, (_, index) => defaultPolicy.restartDelays[index] ?? last);
}

function onOrOff(value: unknown): boolean | undefined {
  if (value === true || value === 'on') return true;
  return value === false || value === 'off' ? false : undefined;
}

function wholeNumber(least: number, most: number): Reader {
  return {
    takes: `a whole number from ${least} to ${most}`,
    read: (value) => {
      const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,9}$/.test(value));
      const number = isNumber ? Number(value) : Number.NaN;
      return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
    },
  };
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function duration(least: number, most: number): Reader {
  return {
    takes: 'a time from 1s to 7d such as 90s, 10m or 1h',
    read: (value) => {
      const [, digits, unit] = (typeof value === 'string' && /^(\d{1,6})([smhd])$/.exec(value)) || [];
      const time = Number(digits) * (units[unit ?? ''] ?? Number.NaN);
      return time >= least && time <= most ? time : undefined;
    },
  };
}
