import { expect, it } from 'vitest';
import type { InstallOutcome } from '../../server/install/installer.ts';
import { installFirst, type InstallRequest } from '../../server/relay/installFirst.ts';
import type { PageEvents, WebSocketPage } from '../../server/relay/webSocketPage.ts';
import { settle } from '../fixtures/testClock.ts';

/** A page that asks for an installation, and what the relay does about it. */
class Visit {
  readonly done: string[] = [];
  events: PageEvents | undefined;
  look: ((isMissing: boolean) => void) | undefined;
  install: ((outcome: InstallOutcome) => void) | undefined;

  constructor() {
    const page = {
      send: (message: Uint8Array) =>
        this.done.push(`say ${JSON.parse(Buffer.from(message).toString()).state}`),
      close: (code: number) => this.done.push(`close ${code}`),
    };
    const silent = (): void => {};
    const connection = {
      receive: (message: Uint8Array) => this.done.push(`receive ${Buffer.from(message).toString()}`),
      left: () => this.done.push('left'),
    };
    installFirst({
      install: { npm: 'x@1.0.0' },
      log: { debug: silent, info: silent, warn: silent, error: silent },
      isMissing: () => new Promise((resolve) => (this.look = resolve)),
      installer: {
        install: () => {
          this.done.push('install');
          return new Promise((resolve) => (this.install = resolve));
        },
      },
      accept: (events) => {
        this.events = events;
        return page as unknown as WebSocketPage;
      },
      encode: (status) => Buffer.from(JSON.stringify(status)),
      join: () => {
        this.done.push('join');
        return connection as unknown as ReturnType<InstallRequest['join']>;
      },
    });
  }
}

it('A page that waits for an installation has what it said meanwhile read, in order (KI-P04)', async () => {
  const visit = new Visit();
  for (const text of ['first', 'second']) visit.events?.message(Buffer.from(text));
  visit.look?.(true);
  await settle();
  visit.events?.message(Buffer.from('third'));
  visit.install?.({ kind: 'installed' });
  await settle();
  expect(visit.done).toEqual([
    'say installing',
    'install',
    'say installed',
    'join',
    'receive first',
    'receive second',
    'receive third',
  ]);
});

it('Nothing is installed for a page that is gone before it could be told (KI-P05)', async () => {
  for (const leave of [
    (visit: Visit) => visit.events?.closed(1006),
    (visit: Visit) => visit.events?.lost(''),
  ]) {
    const visit = new Visit();
    leave(visit);
    visit.look?.(true);
    await settle();
    expect(visit.done).toEqual([]);
  }
});
