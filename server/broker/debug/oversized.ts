import { Limit } from '../../protocol/errors.ts';
import { decode } from '../text.ts';

/** From an end of a response that was too long to be kept. */
export function requestSeqIn(bytes: Uint8Array): number | undefined {
  const found = /"request_seq"\s*:\s*(\d+)/.exec(decode(bytes));
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

/** Why a message is not passed on. */
export function tooLarge(what: string, bytes: number): string {
  const mebibytes = 1024 * 1024;
  const size = (bytes / mebibytes).toFixed(1);
  return `${what} has ${size} MiB; Mooring passes messages of up to ${Limit.messageBytes / mebibytes} MiB.`;
}
