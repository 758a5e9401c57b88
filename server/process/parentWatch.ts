import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Ends the process groups it knows when this process is gone without a word, as after SIGKILL. It is a shell
 * that waits for the end of its input, a pipe only this process holds: it costs a megabyte, and runs in a
 * session of its own so that a Ctrl-C at the terminal does not take it along.
 */
const script = `
trap '' INT TERM HUP
groups=' '
while read -r sign group; do
  case "$sign" in
    +) groups="$groups$group " ;;
    -) case "$groups" in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
[ -z "\${groups# }" ] || sleep 1
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

export class ParentWatch {
  #shell: ChildProcess | undefined;

  /** Windows has no process groups to end: there the servers notice the end of their input. */
  add(group: number): void {
    if (process.platform === 'win32') return;
    this.#shell ??= this.#start();
    this.#shell.stdin?.write(`+ ${group}\n`);
  }

  remove(group: number): void {
    this.#shell?.stdin?.write(`- ${group}\n`);
  }

  /** Every group it knew is gone. */
  stop(): void {
    this.#shell?.stdin?.end();
    this.#shell = undefined;
  }

  #start(): ChildProcess {
    const shell = spawn('/bin/sh', ['-c', script], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
    });
    const forget = (): void => {
      if (this.#shell === shell) this.#shell = undefined;
    };
    // Without a shell there is no watch; servers that mind the end of their input still end.
    shell.on('error', forget);
    shell.on('exit', forget);
    shell.stdin.on('error', forget);
    shell.unref();
    return shell;
  }
}
