import { z } from 'zod';
import type { ChannelParams } from '../files/channel/channelHandlers.ts';
import { TerminalLimit, type TerminalRequests } from '../protocol/terminal.ts';

const id = z.int();
const name = z.string().min(1).max(100);
const note = z.string().max(TerminalLimit.note);
const columns = z.int().min(1).max(TerminalLimit.columns);
const rows = z.int().min(1).max(TerminalLimit.rows);
const which = z.object({ id });

/** What pages may send, by method. */
export const terminalParams: ChannelParams<TerminalRequests> = {
  'terminal/hello': z.object({ page: name, window: name }),
  'terminal/list': z.record(z.string(), z.never()),
  'terminal/create': z.object({
    profile: name.nullable(),
    cwd: z.string().max(32_768),
    columns,
    rows,
    scrollback: z.int().min(0).max(TerminalLimit.scrollback),
    persistent: z.boolean(),
    nonce: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .nullable(),
    note,
  }),
  'terminal/attach': which,
  'terminal/detach': which,
  'terminal/input': z.object({ id, data: z.string().max(TerminalLimit.input) }),
  'terminal/resize': z.object({ id, columns, rows }),
  'terminal/acknowledge': z.object({ id, count: z.int().min(0) }),
  'terminal/clear': which,
  'terminal/signal': z.object({ id, signal: z.string().regex(/^SIG[A-Z0-9]{1,10}$/) }),
  'terminal/note': z.object({ id, note }),
  'terminal/cwd': which,
  'terminal/close': which,
};
