/** Structured log: the fields first, then one sentence. No message bodies, no lease ids, no tokens. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
