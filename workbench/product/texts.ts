/** VS Code's texts that promise what is not there, by their number in the version that package.json pins. */
const texts: Readonly<Record<number, string>> = {
  // "Search Extensions in Marketplace"
  10713: 'Search Installed Extensions',
  // "You don't have an extension for debugging {0}. Should we find a {0} extension in the Marketplace?"
  9629: 'No extension here debugs {0}. Look at the debuggers that are there?',
  // "&&Find {0} extension"
  9630: '&&Show Debuggers',
  // "Configured debug type '{0}' is not supported."
  9811: 'No extension here has a debugger of the type "{0}". Correct "type" in the configuration, or add an extension that has one.',
  // "Install {0} Extension"
  9813: 'Show Debuggers',
  // "All debug extensions are disabled. Enable a debug extension or install a new one from the Marketplace."
  9990: 'All extensions with debuggers are disabled. Enable one in the Extensions view.',
  // "For more information, visit: {0}"
  10117: 'Each debugger is described in the Extensions view.',
  // "Source Control has not been configured."
  16262: '',
  // "If you don't trust the authors of these files, … See [our docs](…) to learn more."
  17096:
    'It runs with your rights on the machine that holds the folder. Continue only if you trust who wrote it.',
};

/** Puts them into VS Code's message catalog, which otherwise is empty: its English texts are in its code. */
export function adaptTexts(): void {
  globalThis._VSCODE_NLS_MESSAGES = Object.assign(new Array<string>(), texts);
}
