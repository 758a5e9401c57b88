import { startEntries } from '@codingame/monaco-vscode-walkthrough-service-override/vscode/vs/workbench/contrib/welcomeGettingStarted/common/gettingStartedContent';

/** What the welcome page offers to begin with, where it leads somewhere here. */
const offered: ReadonlySet<string> = new Set(['welcome.showNewFileEntries']);

// Whoever imports the page itself has to import this before: it reads the entries as soon as it is there.
startEntries.splice(0, startEntries.length, ...startEntries.filter(({ id }) => offered.has(id)));
