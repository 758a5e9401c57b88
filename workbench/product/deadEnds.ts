import { DropdownMenu } from '@codingame/monaco-vscode-api/vscode/vs/base/browser/ui/dropdown/dropdown';
import type { IAction } from '@codingame/monaco-vscode-api/vscode/vs/base/common/actions';
import {
  isIMenuItem,
  MenuRegistry,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/actions/common/actions';
import { GlobalCompositeBar } from '@codingame/monaco-vscode-api/vscode/vs/workbench/browser/parts/globalCompositeBar';
import {
  Extensions,
  type IQuickAccessRegistry,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/quickinput/common/quickAccess';
import { Registry } from '@codingame/monaco-vscode-api/vscode/vs/platform/registry/common/platform';
import {
  tocData,
  type ITOCEntry,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/preferences/browser/settingsLayout';
import type { OptionalParts } from '../parts/optionalParts.ts';

/**
 * Commands that VS Code registers by itself although nothing stands behind them here. They stay out of every
 * menu and of the command palette.
 */
const deadCommands: ReadonlySet<string> = new Set([
  // There is no marketplace: extensions come from folders.
  'workbench.extensions.action.configureWorkspaceFolderRecommendedExtensions',
  'workbench.extensions.action.configureWorkspaceRecommendedExtensions',
  'workbench.extensions.action.disableAutoUpdate',
  'workbench.extensions.action.enableAutoUpdate',
  'workbench.extensions.installMissingDependencies',
  'workbench.extensions.action.checkForUpdates',
  'workbench.extensions.action.updateAllExtensions',
  'workbench.extensions.action.install.anotherVersion',
  'workbench.extensions.action.install.specificVersion',
  'workbench.extensions.action.installExtensionFromLocation',
  'workbench.extensions.action.manageTrustedPublishers',
  'workbench.extensions.action.toggleApplyToAllProfiles',
  'workbench.extensions.action.addExtensionToWorkspaceRecommendations',
  'workbench.extensions.action.addToWorkspaceFolderRecommendations',
  'workbench.extensions.action.addToWorkspaceFolderIgnoredRecommendations',
  'workbench.extensions.action.addToWorkspaceIgnoredRecommendations',
  'workbench.extensions.action.copyLink',
  'workbench.extensions.action.openInstalledWebExtensionsResource',
  'workbench.extensions.action.uninstallExtension',
  'workbench.action.browseColorThemesInMarketplace',
  'debug.installAdditionalDebuggers',
  // No accounts, no services behind the product.
  'workbench.action.openLicenseUrl',
  'workbench.action.askVScode',
  'workbench.action.getStartedWithAccessibilityFeatures',
  'workbench.action.showPolicyDiagnostics',
  'workbench.action.syncAccountPolicy',
  'workbench.action.configureMeteredConnection',
  // Its page is about folders and repositories that cannot be opened from here; walkthroughs are opened by name.
  'workbench.action.openWalkthrough',
  // There is no chat.
  'notebook.cellOutput.addToChat',
  // Completions for shells come from extensions that need Node.
  'workbench.action.terminal.resetSuggestWidgetSize',
  // It asks for an extension from the marketplace.
  'workbench.action.terminal.startVoice',
  // A terminal gets the height of a window of its own only when that window is resized.
  'workbench.action.terminal.newInNewWindow',
  'workbench.action.terminal.moveIntoNewWindow',
]);

/** Whole families of them: creating a profile leaves its editor stuck in this build of VS Code. */
const deadFamilies: readonly string[] = ['workbench.profiles.'];

/** Titles of submenus with nothing but dead commands in them. */
const deadSubmenus: ReadonlySet<string> = new Set(['New Window with Profile', 'Profiles', 'Share']);

/** Groups in the settings editor about what is not there. */
const deadSettings: ReadonlySet<string> = new Set([
  'chat',
  'application/http',
  'application/network',
  'application/telemetry',
]);

const notebookSettings = 'features/notebook';

/** Prefixes in quick open that look into the marketplace. */
const deadQuickAccess: ReadonlySet<string> = new Set(['ext install ']);

/** Takes dead ends out of VS Code's user interface. Called before any of it is drawn. */
export function hideDeadEnds(parts: OptionalParts): void {
  filterMenus();
  filterDropdowns();
  GlobalCompositeBar.prototype.getContextMenuActions = () => [];
  hideSettings(tocData, parts.has('notebooks') ? deadSettings : new Set([...deadSettings, notebookSettings]));
  hideQuickAccess();
}

/** Keys of VS Code's own storage with a fixed value. */
export const forcedStorage: Record<string, unknown> = {
  'workbench.activity.showAccounts': false,
};

function filterMenus(): void {
  const all = MenuRegistry.getMenuItems.bind(MenuRegistry);
  MenuRegistry.getMenuItems = (menu) =>
    all(menu).filter((item) => {
      if (isIMenuItem(item)) return !isDead(item.command.id);
      const title = typeof item.title === 'string' ? item.title : item.title.value;
      return !deadSubmenus.has(title);
    });
}

/** Menus that VS Code puts together by itself, such as that of the terminal's "+". */
function filterDropdowns(): void {
  const property = Object.getOwnPropertyDescriptor(DropdownMenu.prototype, 'actions');
  Object.defineProperty(DropdownMenu.prototype, 'actions', {
    ...property,
    get(): readonly IAction[] {
      const all: readonly IAction[] = property?.get?.call(this) ?? [];
      return all.filter(({ id }) => !isDead(id));
    },
  });
}

function isDead(command: string): boolean {
  return deadCommands.has(command) || deadFamilies.some((family) => command.startsWith(family));
}

function hideSettings(entry: ITOCEntry<string>, dead: ReadonlySet<string>): void {
  if (dead.has(entry.id)) entry.hide = true;
  entry.children?.forEach((child) => hideSettings(child, dead));
}

function hideQuickAccess(): void {
  const registry = Registry.as<IQuickAccessRegistry>(Extensions.Quickaccess);
  const find = registry.getQuickAccessProviders.bind(registry);
  registry.getQuickAccessProviders = (context) =>
    find(context).filter(({ prefix }) => !deadQuickAccess.has(prefix));
}
