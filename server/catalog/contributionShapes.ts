import { z, type ZodType } from 'zod';
import type { FaultList } from './faultList.ts';
import { explain } from './schemaFaults.ts';

/** What VS Code cannot do without: it passes over an entry that lacks it, or has something else in its place. */
const text = z.string().min(1);
const texts = z.array(z.string()).optional();
const title = z.union([text, z.looseObject({ value: text })]);
const command = z.looseObject({ command: text, title });
const keybinding = z.looseObject({ command: text, key: z.string().optional(), when: z.string().optional() });
const section = z.looseObject({ properties: z.looseObject({}).optional() });
const fileOf = z.looseObject({ path: text });
/** VS Code takes no step without something to show. */
const media = z.union([
  z.looseObject({ image: z.union([text, z.looseObject({})]) }),
  z.looseObject({ markdown: text }),
  z.looseObject({ svg: text }),
  z.looseObject({ video: z.union([text, z.looseObject({})]) }),
]);
const byPlace = z.record(z.string(), z.array(z.looseObject({})));

const shapes: Readonly<Record<string, ZodType>> = {
  commands: oneOrMore(command),
  configuration: oneOrMore(section),
  customEditors: z.array(
    z.looseObject({ viewType: text, displayName: text, selector: z.array(z.looseObject({})) }),
  ),
  debuggers: z.array(z.looseObject({ type: text })),
  grammars: z.array(z.looseObject({ scopeName: text, path: text, injectTo: texts })),
  iconThemes: z.array(z.looseObject({ id: text, path: text })),
  jsonValidation: z.array(z.looseObject({ fileMatch: z.union([text, z.array(text)]), url: text })),
  keybindings: oneOrMore(keybinding),
  languages: z.array(
    z.looseObject({
      id: text,
      extensions: texts,
      filenames: texts,
      filenamePatterns: texts,
      aliases: texts,
      firstLine: z.string().optional(),
      configuration: z.string().optional(),
    }),
  ),
  menus: byPlace,
  notebookPreload: z.array(z.looseObject({ type: text, entrypoint: text })),
  notebookRenderer: z.array(
    z.looseObject({
      id: text,
      entrypoint: z.union([text, z.looseObject({ extends: text, path: text })]),
      mimeTypes: texts,
    }),
  ),
  notebooks: z.array(
    z.looseObject({ type: text, displayName: text, selector: z.array(z.looseObject({})).optional() }),
  ),
  productIconThemes: z.array(z.looseObject({ id: text, path: text })),
  snippets: z.array(fileOf),
  themes: z.array(fileOf),
  views: byPlace,
  viewsContainers: byPlace,
  walkthroughs: z.array(
    z.looseObject({
      id: text,
      title: text,
      steps: z.array(z.looseObject({ id: text, title: text, media })).optional(),
    }),
  ),
};

/** One entry may stand without its list. */
function oneOrMore(entry: ZodType): ZodType {
  return z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(entry));
}

/** Finds entries that VS Code passes over because of their form, which it tells on the extension's page alone. */
export function checkShapes(contributes: object, faults: FaultList): void {
  for (const [key, value] of Object.entries(contributes) as [string, unknown][]) {
    const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
    const result = shape?.safeParse(value);
    if (!result || result.success) continue;
    for (const { path, message } of result.error.issues.flatMap((issue) =>
      explain(issue, ['contributes', key]),
    ))
      faults.addKey(path, message);
  }
}
