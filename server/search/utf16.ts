export interface Position {
  /** 0-based, from the first line of the text. */
  readonly line: number;
  /** 0-based, in UTF-16 code units: VS Code's and LSP's unit. */
  readonly column: number;
}

/** Turns byte offsets into the UTF-8 form of `text` into positions in it. */
export function positionAt(text: string): (byteOffset: number) => Position {
  const bytes = Buffer.from(text, 'utf8');
  return (byteOffset) => {
    const before = bytes.subarray(0, byteOffset).toString('utf8');
    const lineStart = before.lastIndexOf('\n') + 1;
    let line = 0;
    for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line++;
    return { line, column: before.length - lineStart };
  };
}
