/**
 * The keys of `contributes` that something here reads: VS Code's own (1.128, without what is proposed), those that
 * its built-in extensions read from others, and Mooring's.
 */
const known: ReadonlySet<string> = new Set([
  'authentication',
  'breakpoints',
  'chatAgents',
  'chatInstructions',
  'chatParticipants',
  'chatPromptFiles',
  'codeActions',
  'colors',
  'commands',
  'configuration',
  'configurationDefaults',
  'continueEditSession',
  'css',
  'customEditors',
  'debugAdapters',
  'debugVisualizers',
  'debuggers',
  'documentation',
  'grammars',
  'html',
  'htmlLanguageParticipants',
  'iconThemes',
  'icons',
  'javascript',
  'jsonValidation',
  'keybindings',
  'languageModelChatProviders',
  'languageModelToolSets',
  'languageModelTools',
  'languageServers',
  'languages',
  'localizations',
  'markdown.markdownItPlugins',
  'markdown.previewScripts',
  'markdown.previewStyles',
  'mcpServerDefinitionProviders',
  'menus',
  'notebookPreload',
  'notebookRenderer',
  'notebooks',
  'problemMatchers',
  'problemPatterns',
  'productIconThemes',
  'remoteHelp',
  'resourceLabelFormatters',
  'semanticTokenModifiers',
  'semanticTokenScopes',
  'semanticTokenTypes',
  'snippets',
  'speechProviders',
  'statusBarItems',
  'submenus',
  'taskDefinitions',
  'terminal',
  'terminalQuickFixes',
  'themes',
  'typescriptServerPlugins',
  'views',
  'viewsContainers',
  'viewsWelcome',
  'walkthroughs',
  'yamlValidation',
]);

export function isKnownContribution(key: string): boolean {
  return known.has(key);
}

/** The known key that a mistyped one most likely means; undefined where none is near. */
export function nearestContribution(key: string): string | undefined {
  const candidates = [...known].map((name) => ({
    name,
    distance: editDistance(simplified(key), simplified(name)),
  }));
  const [best] = candidates.toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= 2 ? best.name : undefined;
}

function simplified(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** How many letters must be put in, left out or changed. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
