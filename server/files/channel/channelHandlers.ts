import type { ZodType } from 'zod';
import type { ChannelNotifications, ChannelRequests } from '../../protocol/files.ts';

/** Method names with the type of their parameters and results. */
export type RequestMap<R> = { readonly [M in keyof R]: readonly [params: unknown, result: unknown] };

/** The page at the other end. */
export interface ChannelPeer<N = ChannelNotifications> {
  notify<M extends keyof N & string>(method: M, params: N[M]): void;
  /** Resolves when the page has taken up most of what it was sent. */
  readonly drained: () => Promise<void>;
  /** Whether it answers within this many milliseconds. */
  isAlive(milliseconds: number): Promise<boolean>;
  /** Aborted when the connection is gone. */
  readonly signal: AbortSignal;
}

/** One function for each request; they throw FileError. `signal` is aborted by the request's cancellation. */
export type ChannelHandlers<R extends RequestMap<R> = ChannelRequests> = {
  readonly [M in keyof R]: (params: R[M][0], signal: AbortSignal) => Promise<R[M][1]>;
};

/** What checks the parameters of each request. */
export type ChannelParams<R extends RequestMap<R> = ChannelRequests> = {
  readonly [M in keyof R]: ZodType<R[M][0]>;
};
