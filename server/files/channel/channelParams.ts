import { z } from 'zod';
import type { ChannelParams } from './channelHandlers.ts';

const uri = z.string().max(32_768);
const globs = z.array(z.string().max(4_096)).max(1_000);
const count = z.int().min(0);
const scope = { includes: globs, excludes: globs, useIgnoreFiles: z.boolean(), maxResults: count };
const transfer = z.object({ from: uri, to: uri, overwrite: z.boolean() });

/** What pages may send, by method. */
export const channelParams: ChannelParams = {
  'files/stat': z.object({ uri }),
  'files/list': z.object({ uri }),
  'files/createFolder': z.object({ uri }),
  'files/delete': z.object({ uri, recursive: z.boolean() }),
  'files/rename': transfer,
  'files/copy': transfer,
  'files/watch': z.object({ uri, recursive: z.boolean(), excludes: globs }),
  'files/unwatch': z.object({ watch: count }),
  'search/text': z.object({
    search: count,
    uri,
    query: z.object({
      ...scope,
      pattern: z.string().max(100_000),
      regExp: z.boolean(),
      caseSensitive: z.boolean(),
      wholeWord: z.boolean(),
      multiline: z.boolean(),
      encoding: z.string().max(100).exactOptional(),
      contextLines: count.exactOptional(),
      maxFileSize: count.exactOptional(),
    }),
  }),
  'search/files': z.object({ uri, query: z.object({ ...scope, pattern: z.string().max(4_096) }) }),
};
