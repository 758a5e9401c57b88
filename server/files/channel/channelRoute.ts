import type { Log } from '../../broker/log.ts';
import type { UpgradeRoute } from '../../http/route.ts';
import { systemClock } from '../../process/clock.ts';
import { channelPath } from '../../protocol/files.ts';
import { ChannelConnection } from './channelConnection.ts';
import type { ChannelHandlers, ChannelPeer } from './channelHandlers.ts';

export interface Channels {
  readonly route: UpgradeRoute;
  /** Says something to every open page. */
  broadcast: ChannelPeer['notify'];
}

/** `/channel`: one JSON-RPC connection for each page, see protocol/files.ts. */
export function createChannels(
  handlers: (peer: ChannelPeer) => Omit<ChannelHandlers, 'channel/ping'>,
  log: Log,
): Channels {
  const connections = new Set<ChannelConnection>();
  return {
    route: {
      prefix: channelPath,
      admit: () => (socket) => {
        const connection = new ChannelConnection(socket, handlers, { clock: systemClock, log });
        connections.add(connection);
        socket.once('close', () => connections.delete(connection));
      },
    },
    broadcast: (method, params) => connections.forEach((connection) => connection.notify(method, params)),
  };
}
