import { describe, expect, it } from 'vitest';
import { elapsed } from '../../extensions/relay/src/elapsed.ts';
import { reconnects, type ServerState } from '../../extensions/relay/src/serverState.ts';
import { statusText, type StatusSubject } from '../../extensions/relay/src/statusText.ts';
import { CloseCode } from '../../server/protocol/errors.ts';

const t = (message: string, ...args: (string | number)[]) =>
  message.replaceAll(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)]));

function show(state: ServerState, now = 0, more: Partial<StatusSubject> = {}) {
  const subject = {
    work: undefined,
    workFinished: false,
    note: undefined,
    slowStart: undefined,
    guidance: undefined,
  };
  return statusText({ ...subject, ...more, state }, now, 'en', t);
}

const initializing: ServerState = { kind: 'initializing', since: 0, server: 'x' };
const ready: ServerState = { kind: 'ready', pid: 1 };
const work = { primary: { title: 'Indexing', message: '3/7 core', percentage: 42 }, others: 2 };

describe('the status of a language server', () => {
  it('shows growing time and no estimate while it initializes (KI-39)', () => {
    expect(show(initializing, 3_900).summary).toBe('initializing (3s)');
    expect(show(initializing, 65_000).summary).toBe('initializing (1m 5s)');
    expect(show(initializing, 3_900).busy).toBe(true);
  });

  it('writes times the way the language does (KI-40)', () => {
    expect(elapsed(65_000, 'de')).toBe('1 Min., 5 Sek.');
    expect(elapsed(65_000, 'ja')).toBe('1m5s');
    expect(elapsed(3_720_000, 'en')).toBe('1h 2m');
    expect(elapsed(-5, 'en')).toBe('0s');
    expect(elapsed(1_000, 'no_such-locale!')).toBe('1s');
  });

  it('says after 60 s that it takes long, with the descriptor’s reason, and offers Stop (KI-41)', () => {
    const slowStart = 'Gradle may be importing.';
    expect(show(initializing, 59_999, { slowStart }).detail).not.toContain('longer');
    const late = show(initializing, 60_000, { slowStart });
    expect(late.detail).toContain('longer than usual');
    expect(late.detail).toContain(slowStart);
    expect(late.actions).toEqual(['stop', 'showLog']);
  });

  it('shows reported work, oldest first, with the number of others (KI-42, KI-44)', () => {
    expect(show(ready, 0, { work }).summary).toBe('Indexing 42%, +2 more');
    expect(show(ready, 0, { work }).detail).toBe('Indexing · 3/7 core · 42% 2 more tasks are running.');
    expect(show(initializing, 1_000, { work }).summary).toBe('Indexing 42%, +2 more (1s)');
  });

  it('never says "indexing" of a server that reports nothing, nor "done" of a project (KI-45, KI-47)', () => {
    expect(show(ready).detail).toBe('It has reported no work.');
    expect(show(ready, 0, { workFinished: true }).detail).toBe('The work it reported is finished.');
  });

  it('says who holds the places when all are taken (KC-08, KI-27)', () => {
    const holders = [
      { label: 'Pyright', folder: 'shop' },
      { label: 'gopls', folder: 'tools', window: 'w' },
    ];
    const shown = show({ kind: 'failed', code: CloseCode.capacity, reason: 'not for people', holders });
    expect(shown.summary).toBe('unavailable');
    expect(shown.detail).toContain('in use, by Pyright for shop, gopls for tools.');
    expect(shown.actions).toEqual(['retry', 'showLog']);
  });

  it('names exit code, signal and last words (T027, invariant 9)', () => {
    const exit = { code: 3, signal: null, stderr: ['panic: no memory'] };
    const failed = show({ kind: 'failed', code: CloseCode.serverExited, exit });
    expect(failed.detail).toContain('code 3');
    expect(failed.detail).toContain('panic: no memory');
    expect(failed.actions[0]).toBe('retry');
    const crashed: ServerState = {
      kind: 'restarting',
      since: 0,
      attempt: 1,
      of: 5,
      exit: { code: null, signal: 'SIGKILL', stderr: [] },
    };
    expect(show(crashed)).toMatchObject({
      summary: 'restarting (1 of 5)',
      detail: 'It was ended by SIGKILL.',
    });
  });

  it('shows the guidance of the extension, in its language, when it is not installed (KI-03, KI-04)', () => {
    const state: ServerState = { kind: 'notInstalled', guidance: 'Install Go.', installable: true };
    expect(show(state, 0, { guidance: 'Go installieren.' }).detail).toBe('Go installieren.');
    expect(show(state).detail).toBe('Install Go.');
  });

  it('says what a click would install, and where, before it does (KI-05)', () => {
    const state: ServerState = { kind: 'notInstalled', installable: true };
    const shown = show(state, 0, { installCommand: 'go install h.org/x@v1.0.0', guidance: 'Get Go.' });
    expect(shown.actions[0]).toBe('install');
    expect(shown.detail).toContain('“go install h.org/x@v1.0.0”');
    expect(shown.detail).toContain('~/.mooring/servers');
    expect(show({ ...state, installable: false }, 0, { guidance: 'Get Go.' })).toMatchObject({
      detail: 'Get Go.',
      actions: ['retry', 'showLog'],
    });
  });

  it('shows the installer’s output, and the guidance where it failed (KI-12)', () => {
    const installing = show({ kind: 'installing', since: 0, line: 'npm http fetch' }, 2_000);
    expect(installing).toMatchObject({ summary: 'installing (2s)', detail: 'npm http fetch', busy: true });
    expect(installing.actions).toEqual(['cancel', 'showLog']);
    const failed = show({ kind: 'failed', code: CloseCode.installFailed, reason: 'npm: ENOTFOUND' }, 0, {
      guidance: 'Get it from your administrator.',
    });
    expect(failed.detail).toBe('npm: ENOTFOUND\nGet it from your administrator.');
    expect(failed.actions).toEqual(['install', 'showLog']);
  });

  it('has a text of its own for every close code, never prose of the transport (KI-13)', () => {
    const codes = [4002, 4003, 4004, 4005, 4006, 4008] as const;
    const texts = codes.map((code) => show({ kind: 'failed', code }).detail);
    expect(new Set(texts).size).toBe(codes.length);
    for (const text of texts) expect(text).toMatch(/\w\.$/);
  });

  it('says "unavailable" where a machine cannot run it, and nothing tries again by itself (KI-26)', () => {
    const shown = show({ kind: 'failed', code: CloseCode.unsupported });
    expect(shown.summary).toBe('unavailable');
    expect(shown.actions).not.toContain('install');
    expect(reconnects(CloseCode.unsupported)).toBe(false);
  });

  it('keeps Stop while it reconnects, and says that edits are kept (KC-37, KC-41)', () => {
    const lost = show({ kind: 'reconnecting', since: 0 }, 2_000);
    expect(lost.summary).toBe('reconnecting (2s)');
    expect(lost.actions).toContain('stop');
    expect(lost.detail).toContain('Edits are kept');
  });

  it('offers Start after Stop and trust where it is missing', () => {
    expect(show({ kind: 'stopped' }).actions[0]).toBe('start');
    expect(show({ kind: 'needsTrust' }).actions[0]).toBe('trust');
  });
});

describe('a server that broke the protocol', () => {
  it('is named with what it did, for it has no exit of its own (T002)', () => {
    const exit = { code: null, signal: null, stderr: [] };
    const state: ServerState = {
      kind: 'restarting',
      since: 0,
      attempt: 1,
      of: 5,
      exit,
      reason: 'protocol error: {bad',
    };
    expect(show(state).detail).toContain('protocol error: {bad');
  });
});
