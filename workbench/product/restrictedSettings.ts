import { registerServiceInitializeParticipant } from '@codingame/monaco-vscode-api/lifecycle';
import { IConfigurationService } from '@codingame/monaco-vscode-api/vscode/vs/platform/configuration/common/configuration.service';
import { IWorkspaceTrustManagementService } from '@codingame/monaco-vscode-api/vscode/vs/platform/workspace/common/workspaceTrust.service';

/**
 * Keeps settings that name programs (`restrictedConfigurations` of a manifest) out of force while the folder that
 * sets them is not trusted. VS Code's own start tells its configuration service so; the library's start does not, and
 * that service takes every folder for trusted. Before the extension host starts, which would read them.
 */
export function restrictSettings(): void {
  registerServiceInitializeParticipant(async (accessor) => {
    // Its interface leaves this out; there is one implementation.
    const configuration = accessor.get(IConfigurationService) as IConfigurationService & KnowsOfTrust;
    const trust = accessor.get(IWorkspaceTrustManagementService);
    const update = (): void => configuration.updateWorkspaceTrust(trust.isWorkspaceTrusted());
    update();
    trust.onDidChangeTrust(update);
  });
}

interface KnowsOfTrust {
  updateWorkspaceTrust(isTrusted: boolean): void;
}
