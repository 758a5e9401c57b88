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

/** These processes and all that descends from them. Browsers write over the environment of their children. */
export function withDescendants(roots: readonly number[]): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    // proc(5): the name stands in parentheses, then the state, then the parent.
    .map((pid) => ({ pid: Number(pid), parent: Number(/\) \S (\d+)/.exec(read(pid, 'stat'))?.[1]) }));
  const found = new Set(roots);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { pid, parent } of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}
