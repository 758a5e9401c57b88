/** Where a command writes to, and the code the program ends with. */
export interface CommandWorld {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Something that the program does instead of serving, `mooring <name> …`. */
export interface Command {
  readonly help: string;
  /** @returns 0: fine, 1: it could not be done or found errors, 2: wrong usage */
  run(args: readonly string[], world: CommandWorld): Promise<number>;
}
