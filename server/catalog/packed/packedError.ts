/** Why a packed extension cannot be used, as a sentence for the user. */
export class PackedError extends Error {
  /** It may be a file that is still being written. */
  readonly isIncomplete: boolean;

  constructor(
    message: string,
    { isIncomplete = false, cause }: { isIncomplete?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isIncomplete = isIncomplete;
  }
}
