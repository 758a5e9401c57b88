/** Text as Markdown that reads like it; only `code` keeps its meaning. */
export function asMarkdown(text: string): string {
  return text.replaceAll(/[\\*_{}[\]()#+\-!~<>|&]/g, String.raw`\$&`).replaceAll('\n', '  \n');
}

/** Text in lines of at most `width` characters, broken between words; a longer word has a line of its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      if (line !== '' && line.length + word.length >= width) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    if (line !== '') lines.push(line);
  }
  return lines;
}

/** The beginning of a text, where there is no room for all of it. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}
