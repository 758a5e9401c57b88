import {
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
  type ParseOptions,
} from 'jsonc-parser';

export type JsonPath = readonly (string | number)[];

/** Both are 1-based; columns count UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Where and why a text is no JSON. */
export interface JsonProblem extends TextPlace {
  readonly reason: string;
}

/** Finds out what `JSON.parse` did not like, with a position that it does not tell reliably. */
export function findJsonProblem(text: string): JsonProblem {
  return problemOf(text, { disallowComments: true }) ?? { line: 1, column: 1, reason: 'this is no JSON' };
}

/** The same for files that VS Code reads with comments and trailing commas; undefined where there is no problem. */
export function findJsoncProblem(text: string): JsonProblem | undefined {
  return problemOf(text.replace(/^\uFEFF/, ''), { allowTrailingComma: true });
}

function problemOf(text: string, options: ParseOptions): JsonProblem | undefined {
  if (text.startsWith('\uFEFF')) {
    return { line: 1, column: 1, reason: 'it starts with a byte order mark; save it as UTF-8 without one' };
  }
  if (text.trim() === '') return { line: 1, column: 1, reason: 'it is empty' };
  const errors: ParseError[] = [];
  parse(text, errors, options);
  const [first] = errors;
  if (!first) return undefined;
  const reason = reasons[printParseErrorCode(first.error)] ?? 'this is no JSON';
  return { ...placeAt(text, first.offset), reason };
}

/** The place of a key in a JSON text, or of the nearest thing around it that is there. */
export function placeOf(text: string, path: JsonPath): TextPlace | undefined {
  const root = parseTree(text);
  if (!root) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return placeAt(text, keyOf(node).offset);
  }
  return undefined;
}

/** `contributes.languageServers[0].command` */
export function showPath(path: JsonPath): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** The line of a property is that of its name. */
function keyOf(node: Node): Node {
  return node.parent?.type === 'property' ? node.parent : node;
}

function placeAt(text: string, offset: number): TextPlace {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

const reasons: Record<string, string> = {
  InvalidSymbol: 'there is a word that JSON does not know',
  InvalidNumberFormat: 'a number is malformed',
  PropertyNameExpected: 'the name of a property is missing; a trailing comma is not allowed either',
  ValueExpected: 'a value is missing; a trailing comma is not allowed either',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is something after the end',
  InvalidCommentToken: 'there is a comment, which JSON does not allow',
  UnexpectedEndOfComment: 'there is a comment, which JSON does not allow',
  UnexpectedEndOfString: 'a string is not closed',
  UnexpectedEndOfNumber: 'a number is malformed',
  InvalidUnicode: 'a \\u escape is malformed',
  InvalidEscapeCharacter: 'an escape in a string is malformed',
  InvalidCharacter: 'a string holds a raw control character',
};
