/**
 * Close codes of a relay WebSocket. The page turns each into a text of its message catalog; prose from the
 * transport is never shown. 1005 and 1006 are reserved by RFC 6455 §7.4.1 and never sent: see `normalizeClose`.
 */
export const CloseCode = {
  /** The lease was released, by Stop or because the last editor closed. */
  released: 1000,
  /** The server is going away, or an installation was cancelled. */
  goingAway: 1001,
  /** The language server is not installed; it can be installed on request. */
  installable: 4001,
  /** No such folder is open here (any more). */
  folderUnknown: 4002,
  /** An installation failed; its details came before as a `mooring/status`. */
  installFailed: 4003,
  /** This machine cannot run the language server at all. Kept for relays of others: Mooring's own never sends it. */
  unsupported: 4004,
  /** Every lease is attached: there is none to evict. */
  capacity: 4005,
  /** The language server exited and its restart budget is spent. */
  serverExited: 4006,
  /** Not installed, and Mooring has no installer for it. */
  notInstalled: 4007,
  /** The process could not be started. */
  startFailed: 4008,
  /** Transport or broker failure, eviction, expiry: connect again. */
  connectionLost: 4009,
  /** Stopped on purpose, from another window's view or by `POST /leases/<key>/stop`. */
  stoppedElsewhere: 4010,
} as const;

export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

/** What an unknown or reserved close code means: the connection was lost. */
export function normalizeClose(code: number): CloseCode {
  return closeCodes.has(code) ? (code as CloseCode) : CloseCode.connectionLost;
}

const closeCodes: ReadonlySet<number> = new Set(Object.values(CloseCode));

/** JSON-RPC 2.0 §5.1 and LSP 3.18 "Base Protocol" error codes that Mooring itself answers with. */
export const RpcError = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  requestCancelled: -32800,
} as const;

/**
 * Limits of the wire, in bytes unless the name says otherwise. What is beyond them is refused
 * before anything of its size is allocated.
 */
export const Limit = {
  messageBytes: 16 * 1024 * 1024,
  headerLineBytes: 8 * 1024,
  headerBlockBytes: 32 * 1024,
  pendingRequests: 256,
  idBytes: 256,
  outboundBytes: 16 * 1024 * 1024,
} as const;
