import { registerAssets } from '@codingame/monaco-vscode-api/assets';
import { CommandsRegistry } from '@codingame/monaco-vscode-api/vscode/vs/platform/commands/common/commands';
import { ExtensionType } from '@codingame/monaco-vscode-api/vscode/vs/platform/extensions/common/extensions';
import {
  ManageExtensionAction,
  ToggleAutoUpdateForExtensionAction,
  UninstallAction,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/extensions/browser/extensionsActions';
import { ExtensionsViewPaneContainer } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/extensions/browser/extensionsViewlet';
import { IExtensionsWorkbenchService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/extensions/common/extensions.service';
import languageIcon from '../media/language.svg';

const marketplaceActions: ReadonlySet<string> = new Set([
  'extensions.uninstall',
  'workbench.extensions.action.install.anotherVersion',
  'workbench.extensions.action.install.specificVersion',
  'workbench.extensions.action.toggleAutoUpdateForExtension',
  'workbench.extensions.action.toggleAutoUpdatesForPublisher',
]);

/**
 * The extensions view without a marketplace behind it: it lists and searches what is installed. Extensions lie
 * in folders on the server; they are added, updated and removed there.
 */
export function adaptExtensionsView(): void {
  searchInstalled();
  showDebuggers();
  disableForFolders(UninstallAction.prototype);
  disableForFolders(ToggleAutoUpdateForExtensionAction.prototype);
  const groups = ManageExtensionAction.prototype.getActionGroups;
  ManageExtensionAction.prototype.getActionGroups = async function (this: ManageExtensionAction) {
    const all = await groups.call(this);
    return all
      .map((group) => group.filter(({ id }) => !marketplaceActions.has(id)))
      .filter((group) => group.length > 0);
  };
  registerAssets({
    'vs/workbench/contrib/extensions/browser/media/language-icon.svg': new URL(languageIcon, location.href)
      .href,
  });
}

/** Plain words mean what is installed; VS Code would look them up in the marketplace. */
function searchInstalled(): void {
  const view: object = ExtensionsViewPaneContainer.prototype;
  const normalized: unknown = Reflect.get(view, 'normalizedQuery');
  if (typeof normalized !== 'function') throw new Error('Bug: the extensions view has no normalizedQuery.');
  Reflect.set(view, 'normalizedQuery', function (this: unknown) {
    const query = String(Reflect.apply(normalized, this, []));
    return query === '' || query.includes('@') ? query : `@installed ${query}`;
  });
}

/** Where VS Code would look for a debugger in the marketplace. */
function showDebuggers(): void {
  CommandsRegistry.registerCommand('debug.installAdditionalDebuggers', (accessor) =>
    accessor.get(IExtensionsWorkbenchService).openSearch('@installed @category:debuggers'),
  );
}

function disableForFolders(action: { update(): void }): void {
  const update = action.update;
  action.update = function (this: UninstallAction | ToggleAutoUpdateForExtensionAction) {
    update.call(this);
    if (this.extension?.local?.type !== ExtensionType.System) return;
    this.enabled = false;
    this.class = `${this.class ?? ''} hide`;
  };
}
