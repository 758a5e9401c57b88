import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manifestJsonSchema } from '../../server/protocol/manifestJsonSchema.ts';

it('gives editors the schema of the descriptors as they are now (A-82; npm run schema writes it)', () => {
  const written = readFileSync(
    new URL('../../extensions/relay/schemas/manifest.schema.json', import.meta.url),
    'utf8',
  );
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(manifestJsonSchema())));
});
