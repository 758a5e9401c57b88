import {
  getService,
  IStorageService,
  StorageScope,
  StorageTarget,
} from '@codingame/monaco-vscode-api/services';
import { IBannerService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/banner/browser/bannerService.service';
import { IConfigurationService } from '@codingame/monaco-vscode-api/vscode/vs/platform/configuration/common/configuration.service';
import { IWorkspaceTrustManagementService } from '@codingame/monaco-vscode-api/vscode/vs/platform/workspace/common/workspaceTrust.service';
import { Codicon } from '@codingame/monaco-vscode-api/vscode/vs/base/common/codicons';

const banner = 'mooring.restrictedMode';
const dismissedKey = 'mooring.restrictedMode.dismissed';

/**
 * Says that the folder is not trusted, until dismissed. VS Code does so itself but for browsers, where it only
 * knows "always" and "never".
 */
export async function showRestrictedMode(): Promise<void> {
  const [banners, storage, configuration, trust] = await Promise.all([
    getService(IBannerService),
    getService(IStorageService),
    getService(IConfigurationService),
    getService(IWorkspaceTrustManagementService),
  ]);
  await trust.workspaceTrustInitialized;
  const update = (): void => {
    const wanted = configuration.getValue('security.workspace.trust.banner') === 'untilDismissed';
    const dismissed = storage.getBoolean(dismissedKey, StorageScope.WORKSPACE, false);
    if (!wanted || dismissed || trust.isWorkspaceTrusted()) return banners.hide(banner);
    banners.show({
      id: banner,
      icon: Codicon.shield,
      message:
        'Restricted Mode: debuggers, and language servers that run code of this folder, stay off until you trust it.',
      ariaLabel:
        'Restricted Mode: debuggers, and language servers that run code of this folder, stay off until you trust it. Use navigation keys to access banner actions.',
      actions: [{ label: 'Manage', href: 'command:workbench.trust.manage' }],
      onClose: () => storage.store(dismissedKey, true, StorageScope.WORKSPACE, StorageTarget.MACHINE),
    });
  };
  trust.onDidChangeTrust(update);
  update();
}
