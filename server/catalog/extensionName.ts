/** How an extension is called; both are what VS Code sees. */
export interface ExtensionName {
  /** `publisher.name`, lower case. */
  readonly id: string;
  readonly publisher: string;
  readonly name: string;
}

/** Why a manifest gives no usable name, by key. */
export interface NameProblem {
  readonly key: 'name' | 'publisher';
  readonly message: string;
}

const part = /^[a-z0-9_][a-z0-9_.-]*$/i;
const scoped = /^@([a-z0-9_][a-z0-9_.-]*)\/([a-z0-9_][a-z0-9_.-]*)$/i;

/**
 * `publisher.name`, by VS Code's rules for both; without a publisher VS Code says "undefined_publisher". VS Code
 * knows no scopes, but npm packages have them: `@scope/name` counts as `scope-name`, so that the same name in
 * two scopes stays two extensions.
 */
export function readName({
  name,
  publisher = 'undefined_publisher',
}: Record<string, unknown>): ExtensionName | NameProblem {
  const plain = typeof name === 'string' ? name.replace(scoped, '$1-$2') : '';
  if (!part.test(plain)) return { key: 'name', message: problem('name', name, ', perhaps after "@scope/"') };
  if (typeof publisher !== 'string' || !part.test(publisher))
    return { key: 'publisher', message: problem('publisher', publisher) };
  return { id: `${publisher}.${plain}`.toLowerCase(), publisher, name: plain };
}

function problem(key: string, value: unknown, more = ''): string {
  return `"${key}" must be letters, digits, dashes, dots and underscores${more}, not ${JSON.stringify(value) ?? 'left out'}.`;
}
