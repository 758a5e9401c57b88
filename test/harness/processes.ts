import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessInfo {
  readonly pid: number;
  readonly command: string;
}

/** Linux keeps the environment a process was started with in /proc; elsewhere nothing can be looked up. */
const processesCanBeListed = process.platform === 'linux';

/** Running processes that were started with this entry, such as `NAME=value`, in their environment. */
export function processesStartedWith(entry: string): readonly ProcessInfo[] {
  if (!processesCanBeListed) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(pid, 'environ').split('\0').includes(entry))
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/** Empty for a process that is gone, or another user's. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended between the listing and this read, or is none of ours.
    return '';
  }
}
