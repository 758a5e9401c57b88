import { getService, IWorkbenchThemeService } from '@codingame/monaco-vscode-api/services';

/**
 * Keeps the theme's two main colours for the next start: a script in the page paints them before anything else,
 * so that a dark theme on a light system does not begin with a white flash.
 */
export async function rememberColors(): Promise<void> {
  const themes = await getService(IWorkbenchThemeService);
  const remember = (): void => {
    const theme = themes.getColorTheme();
    const background = theme.getColor('editor.background')?.toString();
    const color = theme.getColor('editor.foreground')?.toString();
    if (background && color) store(JSON.stringify({ background, color }));
  };
  themes.onDidColorThemeChange(remember);
  remember();
}

function store(colors: string): void {
  try {
    localStorage.setItem('mooring.colors', colors);
  } catch {
    // No storage for this page: the next start follows the system's colours.
  }
}
