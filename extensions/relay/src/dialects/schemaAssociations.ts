import { isRecord } from '../json.ts';

/** Which files a JSON schema is for, the way JSON language servers take it. */
export interface SchemaAssociation {
  readonly fileMatch: readonly string[];
  readonly uri: string;
}

/** VS Code's folder of user settings; what else it calls `%…%` is not there in the browser. */
const userFolder = '%APP_SETTINGS_HOME%';

/**
 * The associations of an extension's `contributes.jsonValidation` (code.visualstudio.com/api, "jsonValidation").
 *
 * @param base URI of the extension's folder, which relative schema paths start from
 */
export function schemaAssociations(contributions: readonly unknown[], base: string): SchemaAssociation[] {
  return contributions.flatMap((contribution) => {
    if (!isRecord(contribution) || typeof contribution['url'] !== 'string') return [];
    const { url } = contribution;
    const fileMatch = patterns(contribution['fileMatch']);
    if (fileMatch.length === 0) return [];
    const uri = url.startsWith('./') ? `${base.replace(/\/$/, '')}/${url.slice(2)}` : url;
    return [{ fileMatch, uri }];
  });
}

function patterns(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list
    .filter((pattern) => typeof pattern === 'string')
    .map((pattern) => pattern.replace(userFolder, '/User'))
    .filter((pattern) => !pattern.startsWith('%'))
    .map((pattern) => (/^(\w[\w+.-]*:|\/|!)/.test(pattern) ? pattern : `/${pattern}`));
}
