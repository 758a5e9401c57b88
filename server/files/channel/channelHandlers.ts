import type { ChannelNotifications, ChannelRequests } from '../../protocol/files.ts';

export type Method = keyof ChannelRequests;

/** The page at the other end. */
export interface ChannelPeer {
  /** Resolves when the page has taken up most of what it was sent. */
  notify<N extends keyof ChannelNotifications>(method: N, params: ChannelNotifications[N]): void;
  readonly drained: () => Promise<void>;
  /** Aborted when the connection is gone. */
  readonly signal: AbortSignal;
}

/** One function for each request; they throw FileError. `signal` is aborted by the request's cancellation. */
export type ChannelHandlers = {
  readonly [M in Method]: (
    params: ChannelRequests[M][0],
    signal: AbortSignal,
  ) => Promise<ChannelRequests[M][1]>;
};
