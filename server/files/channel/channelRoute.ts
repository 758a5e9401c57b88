import type { Log } from '../../broker/log.ts';
import type { UpgradeRoute } from '../../http/route.ts';
import { systemClock } from '../../process/clock.ts';
import { ChannelConnection } from './channelConnection.ts';
import type { ChannelHandlers, ChannelParams, ChannelPeer, RequestMap } from './channelHandlers.ts';

export interface ChannelOptions<R extends RequestMap<R>, N> {
  readonly path: string;
  readonly params: ChannelParams<R>;
  readonly handlers: (peer: ChannelPeer<N>) => ChannelHandlers<R>;
  readonly log: Log;
}

export interface Channels<N> {
  readonly route: UpgradeRoute;
  /** Says something to every open page. */
  broadcast: ChannelPeer<N>['notify'];
}

/** One JSON-RPC connection for each page at this path: see protocol/files.ts and protocol/terminal.ts. */
export function createChannels<R extends RequestMap<R>, N>(options: ChannelOptions<R, N>): Channels<N> {
  const connections = new Set<ChannelConnection<R, N>>();
  return {
    route: {
      prefix: options.path,
      admit: () => (socket) => {
        const connection = new ChannelConnection(socket, options, systemClock);
        connections.add(connection);
        socket.once('close', () => connections.delete(connection));
      },
    },
    broadcast: (method, params) => connections.forEach((connection) => connection.notify(method, params)),
  };
}
