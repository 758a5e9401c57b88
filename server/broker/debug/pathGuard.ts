import { isRecord, parse } from '../rpc.ts';
import type { DebugSubject } from './ports.ts';

/** Requests to an adapter that carry a launch configuration. */
const launching = new Set(['launch', 'attach', 'restart']);

/** Why a request of the page must not reach the adapter; undefined when it may. */
export function refusePageRequest(
  command: string,
  message: Uint8Array,
  subject: DebugSubject,
): string | undefined {
  if (!launching.has(command)) return undefined;
  const args = parse(message)?.['arguments'];
  // "restart" has the configuration one level deeper (DAP "RestartArguments").
  const configuration = command === 'restart' && isRecord(args) ? args['arguments'] : args;
  return refuseConfiguration(configuration, subject);
}

/** Why a request of the adapter must not reach the page; undefined when it may. */
export function refuseAdapterRequest(
  command: string,
  message: Uint8Array,
  subject: DebugSubject,
): string | undefined {
  if (command !== 'runInTerminal' && command !== 'startDebugging') return undefined;
  const args = parse(message)?.['arguments'];
  if (!isRecord(args)) return undefined;
  if (command === 'startDebugging') return refuseConfiguration(args['configuration'], subject);
  return refuseValue('cwd', args['cwd'], undefined, subject);
}

function refuseConfiguration(configuration: unknown, subject: DebugSubject): string | undefined {
  if (!isRecord(configuration)) return undefined;
  const { cwd } = configuration;
  const base = typeof cwd === 'string' && cwd !== '' ? cwd : undefined;
  for (const attribute of subject.pathAttributes) {
    const from = attribute === 'cwd' ? undefined : base;
    const reason = refuseValue(attribute, configuration[attribute], from, subject);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function refuseValue(
  attribute: string,
  value: unknown,
  base: string | undefined,
  subject: DebugSubject,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) {
    return value
      .map((item) => refuseValue(attribute, item, base, subject))
      .find((reason) => reason !== undefined);
  }
  if (typeof value !== 'string') return `"${attribute}" has to be a path. Correct it in the configuration.`;
  const reason = subject.refusePath(value, base);
  return reason === undefined ? undefined : `"${attribute}": ${reason}`;
}
