/** VS Code's texts that promise what is not there, by their number in the version that package.json pins. */
const texts: Readonly<Record<number, string>> = {
  // "Search Extensions in Marketplace"
  10713: 'Search Installed Extensions',
  // "Source Control has not been configured."
  16262: '',
};

/** Puts them into VS Code's message catalog, which otherwise is empty: its English texts are in its code. */
export function adaptTexts(): void {
  globalThis._VSCODE_NLS_MESSAGES = Object.assign(new Array<string>(), texts);
}
