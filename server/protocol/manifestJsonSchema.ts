import { z } from 'zod';
import { debugAdapterSchema, languageServerSchema } from './descriptor.ts';

/**
 * JSON Schema of what Mooring adds to an extension's `package.json`, for completion and checks in editors.
 * `scripts/schema.mjs` writes it to `extensions/relay/schemas/manifest.schema.json`.
 */
export function manifestJsonSchema(): object {
  const list = (items: z.ZodType) => z.array(items);
  const contributes = z.looseObject({
    languageServers: list(languageServerSchema)
      .optional()
      .describe('Language servers of this extension: what to run, and for which languages.'),
    debugAdapters: list(debugAdapterSchema)
      .optional()
      .describe('Debug adapters of this extension: what to run, and for which debug types.'),
  });
  return z.toJSONSchema(z.looseObject({ contributes: contributes.optional() }), {
    io: 'input',
    target: 'draft-7',
  });
}
