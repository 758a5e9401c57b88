import { describe, expect, it } from 'vitest';
import {
  adapterDetails,
  adapterGroup,
  type AdapterRow,
} from '../../extensions/relay/src/view/adapterNode.ts';
import { copyText, detailsOf, summaryOf, type TextWorld } from '../../extensions/relay/src/view/rowText.ts';
import { actionsOf, rowsOf, type OwnServer } from '../../extensions/relay/src/view/serverRow.ts';
import { serverTree } from '../../extensions/relay/src/view/serverTree.ts';
import { statusText } from '../../extensions/relay/src/statusText.ts';
import type { ServerState } from '../../extensions/relay/src/serverState.ts';
import type { LeaseReport } from '../../server/protocol/leases.ts';

const t = (message: string, ...args: (string | number)[]) =>
  message.replaceAll(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)]));
const now = new Date(2026, 10, 30, 10, 0).getTime();
const world: TextWorld = { now, locale: 'en-GB', t };
const minute = 60_000;

function lease(more: Partial<LeaseReport> = {}): LeaseReport {
  return {
    key: 'k',
    server: 'good',
    label: 'Good',
    folder: { id: 'f', name: 'harbour', uri: 'file:///harbour' },
    state: 'ready',
    process: { pid: 7, uptime: 125_000, memory: 50 * 1024 * 1024 },
    restarts: 0,
    link: { kind: 'attached', since: 5 * minute },
    documents: 2,
    pending: { count: 0, oldest: [] },
    work: [],
    ...more,
  };
}

function own(id: string, state: ServerState, leaseKey?: string): OwnServer {
  const nothing = { work: undefined, workFinished: false, note: undefined, slowStart: undefined };
  const status = statusText({ ...nothing, state, guidance: undefined }, now, 'en-GB', t);
  return { id, label: id.toUpperCase(), status, leaseKey, installed: false };
}

const detached = { kind: 'detached', since: 10 * minute, left: 50 * minute } as const;
const values = (report: LeaseReport) =>
  Object.fromEntries(
    detailsOf({ kind: 'held', lease: report, own: undefined }, world).map(({ label, value }) => [
      label,
      value,
    ]),
  );

describe('The rows of the view', () => {
  it('are this window’s first, then other windows’, then those that wait for one', () => {
    const leases = [
      lease({ key: 'waits', link: detached }),
      lease({ key: 'other', label: 'B' }),
      lease({ key: 'also', label: 'A' }),
      lease({ key: 'mine', label: 'Z' }),
    ];
    const rows = rowsOf(leases, [own('z', { kind: 'ready', pid: 1 }, 'mine')]);
    expect(rows.held.map((row) => row.lease.key)).toEqual(['mine', 'also', 'other', 'waits']);
    expect(rows.idle).toEqual([]);
  });

  it('list what this window has no process of, and what needs somebody first', () => {
    const servers = [
      own('b', { kind: 'off' }),
      own('a', { kind: 'stopped' }),
      own('c', { kind: 'notInstalled', installable: false }),
      // Its lease ended a moment ago, and the page does not know yet.
      own('d', { kind: 'ready', pid: 1 }, 'gone'),
    ];
    expect(rowsOf([], servers).idle.map((row) => row.own.id)).toEqual(['c', 'a', 'b', 'd']);
  });

  it('take a start for this window’s own while it is one, and another window’s for another’s', () => {
    const starting = lease({ state: 'starting', server: 'a' });
    const here = own('a', { kind: 'starting', since: now });
    const rows = rowsOf([starting, { ...starting, key: 'elsewhere' }], [here]);
    expect(rows.held.map((row) => row.own)).toEqual([here, undefined]);
    expect(rows.idle).toEqual([]);
    const missing = own('a', { kind: 'notInstalled', installable: false });
    expect(rowsOf([lease({ state: 'ending', server: 'a' })], [missing]).idle).toHaveLength(1);
  });

  it('offer what can be done: nothing to what is ending, stop and restart to what another window uses', () => {
    expect(actionsOf({ kind: 'held', lease: lease(), own: undefined })).toEqual(['restart', 'stop', 'copy']);
    const ending = lease({ state: 'ending' });
    expect(actionsOf({ kind: 'held', lease: ending, own: undefined })).toEqual(['copy']);
    const stopped = own('a', { kind: 'stopped' });
    expect(actionsOf({ kind: 'idle', own: stopped })).toEqual(['start', 'showLog', 'copy']);
  });
});

describe('What a row says', () => {
  it('is when it was left, until when it is kept, and how its last process ended', () => {
    const report = lease({
      link: detached,
      state: 'dormant',
      restarts: 2,
      lastExit: { reason: 'killed by SIGKILL', ago: minute },
    });
    delete (report as { process?: unknown }).process;
    expect(summaryOf({ kind: 'held', lease: report, own: undefined }, world)).toBe(
      'exited; starts again when a window needs it, no window, 50m left',
    );
    expect(values(report)).toEqual({
      Folder: 'harbour',
      State: 'exited; starts again when a window needs it',
      Restarts: '2',
      Window: 'none since 09:50; kept until 10:50',
      'Open Documents': '2',
      'Pending Requests': '0',
      'Last Exit': 'killed by SIGKILL, at 09:59',
    });
  });

  it('has every pending request with its age, and the work that is reported, and no other', () => {
    const report = lease({
      pending: { count: 2, oldest: [{ method: 'textDocument/references', age: 61_000 }] },
      work: ['Indexing'],
    });
    const details = detailsOf({ kind: 'held', lease: report, own: undefined }, world);
    expect(copyText('Good', details)).toBe(
      [
        'Good',
        'Folder: harbour',
        'State: Indexing',
        'Process: 7',
        'Running For: 2m 5s',
        'Memory: 50 MB',
        'Restarts: 0',
        'Window: another one, since 09:55',
        'Open Documents: 2',
        'Pending Requests: 2',
        '  textDocument/references: 1m 1s',
        'Work: Indexing',
      ].join('\n'),
    );
  });

  it('names the window where it has a name, and the day where it is another', () => {
    expect(values(lease({ window: 'left' }))['Window']).toBe('left, since 09:55');
    const old = lease({ link: { kind: 'attached', since: 24 * 60 * minute } });
    expect(values(old)['Window']).toBe('another one, since 29/11/2026, 10:00');
  });

  it('is the status of this window where it is this window’s, with what to do', () => {
    const servers = [own('good', { kind: 'reconnecting', since: now - 3_000 }, 'k')];
    const [running] = serverTree({ leases: [lease()], limit: 8 }, servers, world);
    const [node] = running?.children ?? [];
    expect(node).toMatchObject({ description: 'reconnecting (3s) · 50 MB', severity: 'warning' });
    expect(node?.children.map(({ label }) => label)).toContain('What to Know');
  });
});

describe('The tree of the view', () => {
  it('has a group for what runs, with how many may, and none where nothing does', () => {
    const idle = [own('a', { kind: 'off' })];
    const groups = serverTree({ leases: [lease()], limit: 8 }, idle, world);
    expect(groups.map(({ label, description }) => [label, description])).toEqual([
      ['Running', '1 of 8'],
      ['Not Running in This Window', undefined],
    ]);
    expect(serverTree({ leases: [], limit: 8 }, idle, world).map(({ label }) => label)).toEqual([
      'Not Running in This Window',
    ]);
    expect(serverTree(undefined, [], world)).toEqual([]);
  });

  it('keeps its ids while texts change, so that what is unfolded stays unfolded', () => {
    const ids = (report: LeaseReport) =>
      serverTree({ leases: [report], limit: 8 }, [], world).flatMap(({ id, children }) => [
        id,
        ...children.map((child) => child.id),
      ]);
    expect(ids(lease())).toEqual(ids(lease({ documents: 3, link: detached })));
  });
});

describe('The debug adapters in the view', () => {
  const row = (more: Partial<AdapterRow> = {}): AdapterRow => ({
    type: 'go',
    label: 'Delve',
    guidance: 'Install dlv.',
    installCommand: 'go install dlv@v1.0.0',
    known: {
      type: 'go',
      label: 'Delve',
      state: 'not_found',
      reason: 'dlv is not on PATH.',
      installable: true,
    },
    install: undefined,
    installed: false,
    hasLog: false,
    ...more,
  });
  const read = (one: AdapterRow) =>
    Object.fromEntries(adapterDetails(one, t).map(({ label, value }) => [label, value]));
  const first = (one: AdapterRow) => adapterGroup([one], t)?.children[0];

  it('say how many are there once that is known, and are no group where there are none (A-54)', () => {
    const there = row({ known: { type: 'x', label: 'X', state: 'available', version: '2.0' } });
    expect(adapterGroup([there, row()], t)).toMatchObject({ label: 'Debug Adapters', description: '1 of 2' });
    const unknown = row({ known: undefined });
    expect(adapterGroup([there, unknown], t)).not.toHaveProperty('description');
    expect(first(unknown)).toMatchObject({ description: 'being looked up', actions: ['copy'] });
    expect(adapterGroup([], t)).toBeUndefined();
  });

  it('offer to install what can be, with the command, and give guidance for what cannot (KI-05)', () => {
    expect(first(row())?.actions).toEqual(['install', 'copy']);
    expect(read(row())['What to Know']).toContain('Install runs “go install dlv@v1.0.0”');
    const alone = row({
      known: { type: 'go', label: 'Delve', state: 'not_found', reason: 'no.', guidance: 'Go!' },
    });
    expect(first(alone)?.actions).toEqual(['copy']);
    expect(read(alone)['What to Know']).toBe('Go!');
  });

  it('show an installation, and why one failed, with what to do instead (KI-12)', () => {
    const running = row({ install: { kind: 'installing', line: 'go: downloading' }, hasLog: true });
    expect(first(running)).toMatchObject({
      description: 'installing',
      actions: ['cancel', 'showLog', 'copy'],
    });
    expect(read(running)).toMatchObject({ Installer: 'go: downloading' });
    const failed = row({ install: { kind: 'failed', reason: 'go ended.', output: ['no such host'] } });
    expect(first(failed)).toMatchObject({ severity: 'error', actions: ['install', 'copy'] });
    expect(read(failed)).toMatchObject({ Installer: 'go ended.', 'What to Know': 'Install dlv.' });
  });
});
