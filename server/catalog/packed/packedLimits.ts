/** What a packed extension may be at most: larger than any real one, and smaller than what fills a disk. */
export interface PackedLimits {
  readonly archiveBytes: number;
  readonly entries: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
  /** Unpacked bytes for each packed one, beyond the first `freeBytes`. */
  readonly ratio: number;
  readonly freeBytes: number;
}

const mebibyte = 1024 * 1024;

export const packedLimits: PackedLimits = {
  archiveBytes: 256 * mebibyte,
  entries: 30_000,
  fileBytes: 256 * mebibyte,
  totalBytes: 768 * mebibyte,
  ratio: 100,
  freeBytes: 16 * mebibyte,
};
