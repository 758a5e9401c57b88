/** `npm run schema`: writes the JSON Schema of descriptors again after a change of their zod types. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { product } from './build/product.mjs';

const target = product('extensions/relay/schemas/manifest.schema.json');

const { outputFiles } = await build({
  entryPoints: [product('server/protocol/manifestJsonSchema.ts')],
  bundle: true,
  format: 'esm',
  write: false,
});
const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
const { manifestJsonSchema } = await import(`data:text/javascript;base64,${code}`);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`);
console.log(`Wrote ${target}.`);
