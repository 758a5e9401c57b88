const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** The terminal's colours, which every theme has. */
const ansi = colours.flatMap((colour) => {
  const name = `${colour.charAt(0).toUpperCase()}${colour.slice(1)}`;
  return [
    ['', ''],
    ['bright-', 'Bright'],
  ].map(([prefix, part]) => {
    const value = `var(--vscode-terminal-ansi${part}${name})`;
    return `.ansi-${prefix}${colour}-fg { color: ${value} } .ansi-${prefix}${colour}-bg { background-color: ${value} }`;
  });
});

const style = `
.text-output, .error-heading {
  font-family: var(--notebook-cell-output-font-family);
  font-size: var(--notebook-cell-output-font-size);
  line-height: var(--notebook-cell-output-line-height);
  white-space: pre;
  user-select: text;
}
.text-output { overflow-x: auto; }
.text-output.word-wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
.text-output.scrollable { max-height: var(--notebook-cell-output-max-height); overflow-y: auto; }
.text-output.error-stream { border-left: 2px solid var(--vscode-errorForeground); padding-left: 6px; }
.error-heading { color: var(--vscode-errorForeground); white-space: pre-wrap; }
.shortened { color: var(--vscode-descriptionForeground); font-family: var(--vscode-font-family); }
.output img { max-width: 100%; }
${ansi.join('\n')}
`;

/** Once for each webview. */
export function addStyle(): void {
  const element = document.createElement('style');
  element.textContent = style;
  document.head.append(element);
}
