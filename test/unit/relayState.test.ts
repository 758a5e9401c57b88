import { describe, expect, it } from 'vitest';
import {
  advance,
  reconnects,
  type ServerEvent,
  type ServerState,
} from '../../extensions/relay/src/serverState.ts';
import type { StatusParams } from '../../server/protocol/control.ts';
import { CloseCode } from '../../server/protocol/errors.ts';

const exit = { code: 1, signal: null, stderr: ['out of memory'] };

function run(events: readonly ServerEvent[], from: ServerState = { kind: 'off' }): ServerState {
  return events.reduce((state, event, index) => advance(state, event, 1000 * (index + 1)), from);
}

const starting: ServerEvent = {
  type: 'status',
  status: { state: 'starting', server: 'pyright', version: '1.1' },
};
const restarting: ServerEvent = { type: 'status', status: { state: 'restarting', attempt: 2, of: 5, exit } };
const up: readonly ServerEvent[] = [
  { type: 'connect' },
  { type: 'opened' },
  starting,
  { type: 'ready', pid: 7 },
];
const closed = (code: number): ServerEvent => ({ type: 'closed', code });

describe('the state of a language server', () => {
  it('goes from connecting over starting and initializing to ready (A-50)', () => {
    expect(up.map((_, index) => run(up.slice(0, index + 1)).kind)).toEqual([
      'connecting',
      'starting',
      'initializing',
      'ready',
    ]);
  });

  it('counts the wait from the first moment on (KI-39)', () => {
    expect(run(up.slice(0, 3))).toEqual({ kind: 'initializing', since: 1000, server: 'pyright 1.1' });
  });

  it('is reconnecting after a lost link, and stays so until it is ready again (KC-37)', () => {
    const lost = run([closed(1006), { type: 'connect' }, { type: 'opened' }], run(up));
    expect(lost.kind).toBe('reconnecting');
    expect(run([{ type: 'ready', pid: 8 }], lost).kind).toBe('ready');
  });

  it('takes reserved and unknown close codes for a lost link (KC-26, KI-P03)', () => {
    for (const code of [1005, 1006, 1009, 4999]) {
      expect(reconnects(code)).toBe(true);
      expect(run([closed(code)], run(up)).kind).toBe('reconnecting');
    }
  });

  it('is restarting from the crash until the next process runs, over the close in between', () => {
    const crashed = run(
      [restarting, closed(CloseCode.connectionLost), { type: 'connect' }, { type: 'opened' }],
      run(up),
    );
    expect(crashed).toMatchObject({ kind: 'restarting', attempt: 2, of: 5, exit });
    expect(run([starting], crashed).kind).toBe('initializing');
  });

  it('goes from installing to starting, or to an error whose details outlive the close (KI-12, KI-13)', () => {
    const status = (status: StatusParams): ServerEvent => ({ type: 'status', status });
    const installing = [
      { type: 'connect' } as const,
      { type: 'opened' } as const,
      status({ state: 'installing', line: 'npm install x@1.0.0' }),
      status({ state: 'installing', line: 'npm http fetch' }),
    ];
    expect(run(installing)).toEqual({ kind: 'installing', since: 3000, line: 'npm http fetch' });
    expect(run([...installing, status({ state: 'installed' })]).kind).toBe('starting');
    const failed = status({
      state: 'install_failed',
      reason: 'npm ended with exit code 1.',
      output: ['E404'],
    });
    expect(run([...installing, failed, closed(CloseCode.installFailed)])).toEqual({
      kind: 'failed',
      code: CloseCode.installFailed,
      reason: 'npm ended with exit code 1.\nE404',
    });
    expect(run([...installing, closed(CloseCode.installFailed)])).toEqual({
      kind: 'failed',
      code: CloseCode.installFailed,
    });
  });

  it('is an error with exit code and last words when the restart budget is spent (KI-31, KC-25, T027)', () => {
    const failed: ServerEvent = { type: 'status', status: { state: 'failed', reason: 'It exited.', exit } };
    expect(run([failed, closed(CloseCode.serverExited)], run(up))).toEqual({
      kind: 'failed',
      code: CloseCode.serverExited,
      reason: 'It exited.',
      exit,
    });
    expect(reconnects(CloseCode.serverExited)).toBe(false);
  });

  it('is not installed, with the guidance that came before the close (A-29, KI-03, T040)', () => {
    const failed: ServerEvent = {
      type: 'status',
      status: { state: 'failed', reason: 'no gopls', guidance: 'Install Go.' },
    };
    expect(run([...up.slice(0, 2), failed, closed(CloseCode.notInstalled)])).toEqual({
      kind: 'notInstalled',
      installable: false,
      guidance: 'Install Go.',
    });
    expect(run([...up.slice(0, 2), closed(CloseCode.installable)])).toMatchObject({ installable: true });
  });

  it('shows what the server said when it refused to initialize (KI-29)', () => {
    const refused = run(
      [{ type: 'refused', reason: 'no tsconfig' }, closed(CloseCode.startFailed)],
      run(up.slice(0, 3)),
    );
    expect(refused).toMatchObject({ kind: 'failed', code: CloseCode.startFailed, reason: 'no tsconfig' });
  });

  it('stays stopped whatever the socket does afterwards (KI-02)', () => {
    const stopped = run([{ type: 'stop' }], run(up));
    for (const code of [1000, 1006, 4009, 4006])
      expect(run([closed(code)], stopped)).toEqual({ kind: 'stopped' });
  });

  it('is off after a release, and connecting after a retry from an error (KI-P18)', () => {
    expect(run([closed(1000)], run(up)).kind).toBe('off');
    expect(run([closed(4006), { type: 'connect' }], run(up)).kind).toBe('connecting');
  });
});
