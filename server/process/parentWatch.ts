import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Ends the process groups it knows when this process is gone without a word, as after SIGKILL. It is a shell
 * that waits for the end of its input, a pipe only this process holds: it costs a megabyte, and runs in a
 * session of its own so that a Ctrl-C at the terminal does not take it along. Marks find what left its group, where
 * the system shows the environment of processes (Linux): see `ProcessTree`. There, too, what has other groups but is
 * in the session of a group it knows ends as well, as the jobs of a terminal's shell are.
 */
const script = `
trap '' INT TERM HUP
groups=' '
marks=' '
while read -r sign group; do
  case "$sign" in
    +) groups="$groups$group " ;;
    -) case "$groups" in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
    '*') marks="$marks$group " ;;
    /) case "$marks" in *" $group "*) marks="\${marks%% $group *} \${marks#* $group }" ;; esac ;;
  esac
done
tell() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
  for mark in $marks; do
    grep -lsF -- "$mark" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
      kill -s "$1" "$pid" 2>/dev/null
    done
  done
}
tell TERM
[ -z "\${groups# }" ] || sleep 1
tell KILL
[ -z "\${groups# }" ] && exit
for stat in /proc/[0-9]*/stat; do
  { read -r line <"$stat"; } 2>/dev/null || continue
  set -- \${line##*) }
  case "$groups" in *" $4 "*) kill -s KILL "\${line%% *}" 2>/dev/null ;; esac
done
`;

export class ParentWatch {
  #shell: ChildProcess | undefined;

  /**
   * Windows has no process groups to end: there the servers notice the end of their input.
   *
   * @param mark an entry of the environment of what may have left the group; no space in it.
   */
  add(group: number, mark?: string): void {
    if (process.platform === 'win32') return;
    this.#shell ??= this.#start();
    this.#shell.stdin?.write(mark === undefined ? `+ ${group}\n` : `+ ${group}\n* ${mark}\n`);
  }

  remove(group: number, mark?: string): void {
    this.#shell?.stdin?.write(mark === undefined ? `- ${group}\n` : `- ${group}\n/ ${mark}\n`);
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
