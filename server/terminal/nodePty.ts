import { readlink } from 'node:fs/promises';
import { spawn } from '@lydell/node-pty';
import { constants } from 'node:os';
import { basename } from 'node:path';
import type { ParentWatch } from '../process/parentWatch.ts';
import type { Pty, PtyEvents } from './ports.ts';
import { endSession } from './session.ts';

export interface PtyLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Starts a program behind a pseudo-terminal, in a session of its own.
 *
 * @throws Error when the machine cannot
 */
export function startPty(launch: PtyLaunch, watch: ParentWatch, events: PtyEvents): Pty {
  const { file, args, cwd, env, columns, rows } = launch;
  const pty = spawn(file, [...args], {
    name: env['TERM'] ?? 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env,
  });
  watch.add(pty.pid);
  let gone: Promise<void> | undefined;
  let isOver = false;
  const end = (): Promise<void> =>
    (gone ??= endSession(pty.pid).then(() => {
      isOver = true;
      watch.remove(pty.pid);
    }));
  pty.onData((data) => events.data(data));
  pty.onExit(({ exitCode, signal }) => events.exited(signal ? null : exitCode));
  const whileOpen = (run: () => void): void => {
    if (!isOver && !gone) run();
  };
  return {
    pid: pty.pid,
    // A login shell has a dash before its name.
    program: () => (gone ? '' : basename(pty.process).replace(/^-/, '')),
    cwd: async () => (process.platform === 'linux' ? workingDirectory(pty.pid) : undefined),
    write: (data) => whileOpen(() => pty.write(data)),
    resize: (columns, rows) => whileOpen(() => pty.resize(columns, rows)),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    signal: (name) =>
      whileOpen(() => {
        if (name in constants.signals) pty.kill(name);
      }),
    end,
  };
}

async function workingDirectory(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}
