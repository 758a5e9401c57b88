import type { Connection } from '../broker/connection.ts';
import type { Log } from '../broker/log.ts';
import type { Installer } from '../install/installer.ts';
import { CloseCode } from '../protocol/errors.ts';
import { installCommand, type Install, type InstallStatus } from '../protocol/install.ts';
import type { PageEvents, WebSocketPage } from './webSocketPage.ts';

/** A page sends `initialize` at once and then waits; one that says more than this is not ours. */
const earlyMessages = 16;

export interface InstallRequest {
  readonly install: Install;
  readonly installer: Pick<Installer, 'install'>;
  /** Somebody may have installed it meanwhile. */
  readonly isMissing: () => Promise<boolean>;
  readonly accept: (events: PageEvents) => WebSocketPage;
  /** What the page is told, as its protocol has it. */
  readonly encode: (status: InstallStatus) => Uint8Array;
  /** Takes the page on once it is there; undefined when it came for the installation alone. */
  readonly join: (page: WebSocketPage) => Connection | undefined;
  readonly log: Log;
}

/** Installs what a page's user asked for while the page waits, then lets it in as any other. */
export function installFirst(request: InstallRequest): void {
  const { install, installer, isMissing, accept, encode, join, log } = request;
  const early: Uint8Array[] = [];
  const left = new AbortController();
  let connection: Connection | undefined;
  const leave = (): void => {
    left.abort();
    connection?.left();
  };
  const page = accept({
    message: (message) => {
      if (connection) connection.receive(message);
      else if (early.push(message) > earlyMessages) page.close(CloseCode.connectionLost);
    },
    congested: (isCongested) => connection?.congested(isCongested),
    closed: leave,
    lost: leave,
  });
  const say = (status: InstallStatus) => page.send(encode(status));

  const run = async (): Promise<void> => {
    if (await isMissing()) {
      // Nobody would see what is installed, nor could cancel it.
      if (left.signal.aborted) return;
      say({ state: 'installing', line: installCommand(install) });
      const onLine = (line: string) => say({ state: 'installing', line });
      const outcome = await installer.install(install, onLine, left.signal);
      if (outcome.kind === 'cancelled') return page.close(CloseCode.goingAway);
      if (outcome.kind === 'failed') {
        say({ state: 'install_failed', reason: outcome.reason, output: outcome.output });
        return page.close(CloseCode.installFailed);
      }
      say({ state: 'installed' });
    }
    if (left.signal.aborted) return;
    connection = join(page);
    for (const message of early.splice(0)) connection?.receive(message);
  };
  run().catch((error: unknown) => {
    log.error({ error: String(error) }, 'An installation failed in a way that nobody foresaw');
    page.close(CloseCode.connectionLost);
  });
}
