import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Processes that do nothing but take processor time, as many as a flood has: the program and its adapter. With them the
 * machine has as much to do as in a flood, and the workbench nothing.
 */
export async function busyProcesses(count = 2): Promise<AsyncDisposable> {
  const processes = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'console.log(); for (;;);'], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(
        processes.map((busy) => {
          const ended = once(busy, 'exit');
          busy.kill('SIGKILL');
          return ended;
        }),
      );
    },
  };
}
