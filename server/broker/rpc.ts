/** JSON-RPC 2.0 messages that Mooring itself writes. Ids are raw JSON, as they came. */
import type { RpcError } from '../protocol/errors.ts';
import { decode, encode } from './text.ts';

type ErrorCode = (typeof RpcError)[keyof typeof RpcError];

export function notification(method: string, params?: unknown): Uint8Array {
  return encode(JSON.stringify({ jsonrpc: '2.0', method, params }));
}

export function request(id: string, method: string, params?: unknown): Uint8Array {
  const rest = params === undefined ? '' : `,"params":${JSON.stringify(params)}`;
  return encode(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${rest}}`);
}

/** `result` is raw JSON. */
export function answer(id: string, result: string): Uint8Array {
  return encode(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
}

export function failure(id: string, code: ErrorCode, message: string): Uint8Array {
  return encode(`{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}}}`);
}

/** A message as a value; undefined when it is no JSON object. */
export function parse(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    // The peer's mistake: the caller answers it.
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
