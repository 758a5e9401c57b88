import type { BigIntStats } from 'node:fs';

/**
 * A strong entity tag: it changes with every write that anybody makes. A write in place changes the time to the
 * nanosecond, a replacement the inode as well.
 */
export function etagOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `"${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}"`;
}
