import type { ReadyParams } from '../../../server/protocol/control.ts';
import { isRecord } from './json.ts';
import type { ServerEvent } from './serverState.ts';

/** What `mooring/ready` means for the state of a server. */
export function readyEvent({ pid, result }: ReadyParams): ServerEvent {
  const server = isRecord(result) ? serverName(result['serverInfo']) : undefined;
  return { type: 'ready', pid, ...(server === undefined ? {} : { server }) };
}

/** Some servers put whole build records where a version belongs. */
const versionCharacters = 20;

/** "Pyright 1.1.414". */
function serverName(info: unknown): string | undefined {
  if (!isRecord(info) || typeof info['name'] !== 'string') return undefined;
  const version = info['version'];
  return typeof version === 'string' && version.length <= versionCharacters
    ? `${info['name']} ${version}`
    : info['name'];
}
