import { pino, type Logger } from 'pino';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

export function isLogLevel(text: string): text is LogLevel {
  return (logLevels as readonly string[]).includes(text);
}

/**
 * The structured log: JSON lines on stderr, or readable ones when a person looks. Written at once, so that the
 * last lines of a process that dies are there. No tokens, no cookies, no query strings, no content of files.
 */
export async function createLog(level: LogLevel): Promise<Logger> {
  const options = { level, base: null, redact: { paths: secrets, remove: true } };
  if (!process.stderr.isTTY) return pino(options, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import('pino-pretty');
  return pino(
    options,
    pretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }),
  );
}

/** Nobody should log these; if somebody does, they stay out all the same. */
const secrets = ['token', 'cookie', 'authorization', '*.token', '*.cookie', '*.authorization'];
