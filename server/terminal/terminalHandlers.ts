import type { ChannelHandlers, ChannelPeer } from '../files/channel/channelHandlers.ts';
import type {
  ShellProfile,
  TerminalHello,
  TerminalNotifications,
  TerminalRequests,
} from '../protocol/terminal.ts';
import type { TerminalPage } from './ports.ts';
import type { TerminalPolicy } from './terminalPolicy.ts';
import type { Terminals } from './terminals.ts';

interface ConnectedPage extends TerminalPage {
  readonly hello: TerminalHello | undefined;
  readonly peer: ChannelPeer<TerminalNotifications>;
}

export interface TerminalHandlersOptions {
  readonly terminals: Terminals;
  readonly profiles: readonly ShellProfile[];
  /** Tells this run of the server from others. */
  readonly server: string;
  readonly policy: Pick<TerminalPolicy, 'probeTime'>;
}

/** Answers the pages. What a page says of a terminal that is not its own (any more) does nothing. */
export function terminalHandlers({
  terminals,
  profiles,
  server,
  policy,
}: TerminalHandlersOptions): (peer: ChannelPeer<TerminalNotifications>) => ChannelHandlers<TerminalRequests> {
  const pages = new Set<ConnectedPage>();

  /** Connections that a new one of the same page or window takes the place of, if nobody is there any more. */
  const replace = async (page: ConnectedPage, hello: TerminalHello): Promise<void> => {
    const others = [...pages].filter((other) => other !== page && other.hello?.window === hello.window);
    await Promise.all(
      others.map(async (other) => {
        const isThere = other.hello?.page !== hello.page && (await other.peer.isAlive(policy.probeTime));
        if (!isThere) terminals.leave(other);
      }),
    );
  };

  return (peer) => {
    let hello: TerminalHello | undefined;
    const page: ConnectedPage = {
      peer,
      get hello() {
        return hello;
      },
      get window() {
        return hello?.window ?? '';
      },
      data: (id, data) => peer.notify('terminal/data', { id, data }),
      program: (id, program) => peer.notify('terminal/program', { id, program }),
      ended: (id, reason, code) => peer.notify('terminal/ended', { id, reason, code }),
    };
    pages.add(page);
    peer.signal.addEventListener('abort', () => {
      pages.delete(page);
      terminals.leave(page);
    });
    return {
      'terminal/hello': async (given) => {
        hello = given;
        await replace(page, given);
        return { server, profiles };
      },
      'terminal/list': async () => terminals.list(),
      'terminal/create': async (request) => {
        const created = await terminals.create(request, page);
        // The page may be gone by now.
        if (peer.signal.aborted) terminals.leave(page);
        return created;
      },
      'terminal/attach': async ({ id }) => terminals.attach(id, page),
      'terminal/detach': async ({ id }) => {
        terminals.of(page, id)?.detach(page);
        return null;
      },
      'terminal/input': async ({ id, data }) => {
        terminals.of(page, id)?.write(data);
        return null;
      },
      'terminal/resize': async ({ id, columns, rows }) => {
        terminals.of(page, id)?.resize(columns, rows);
        return null;
      },
      'terminal/acknowledge': async ({ id, count }) => {
        terminals.of(page, id)?.acknowledge(count);
        return null;
      },
      'terminal/clear': async ({ id }) => {
        terminals.of(page, id)?.clear();
        return null;
      },
      'terminal/signal': async ({ id, signal }) => {
        terminals.of(page, id)?.signal(signal);
        return null;
      },
      'terminal/note': async ({ id, note }) => {
        terminals.note(id, page, note);
        return null;
      },
      'terminal/cwd': async ({ id }) => ({ cwd: (await terminals.of(page, id)?.cwd()) ?? null }),
      'terminal/close': async ({ id }) => {
        terminals.close(id, page);
        return null;
      },
    };
  };
}
