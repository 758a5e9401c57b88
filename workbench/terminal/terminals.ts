import {
  getService,
  INotificationService,
  Severity,
  type IEditorOverrideServices,
} from '@codingame/monaco-vscode-api/services';
import getTerminalServices from '@codingame/monaco-vscode-terminal-service-override';
import { BrowserTerminalProfileResolverService } from '@codingame/monaco-vscode-terminal-service-override/vscode/vs/workbench/contrib/terminal/browser/terminalProfileResolverService';
import { IConfigurationService } from '@codingame/monaco-vscode-api/vscode/vs/platform/configuration/common/configuration.service';
import { SyncDescriptor } from '@codingame/monaco-vscode-api/vscode/vs/platform/instantiation/common/descriptors';
import { TitleEventSource } from '@codingame/monaco-vscode-api/vscode/vs/platform/terminal/common/terminal';
import { ITerminalGroupService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/terminal/browser/terminal.service';
import { ITerminalProfileResolverService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/terminal/common/terminal.service';
import { IWorkspaceTrustManagementService } from '@codingame/monaco-vscode-api/vscode/vs/platform/workspace/common/workspaceTrust.service';
import { ILifecycleService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/lifecycle/common/lifecycle.service';
import type { BootFolder } from '../../server/protocol/boot.ts';
import { addExplorerEntry } from './explorerEntry.ts';
import { TerminalBackend } from './terminalBackend.ts';
import { rememberedTerminals } from './windowTerminals.ts';
import { TerminalLink } from './terminalLink.ts';

/** VS Code's terminals, with the server's shells behind them. */
export function terminals(folder: BootFolder): IEditorOverrideServices {
  addExplorerEntry();
  let lifecycle: ILifecycleService | undefined;
  const backend = new TerminalBackend({
    link: new TerminalLink(),
    folder: folder.uri,
    scrollback,
    warn,
    isTrusted,
    isLeaving: () => lifecycle?.willShutdown ?? false,
  });
  void getService(ILifecycleService).then((service) => (lifecycle = service));
  void rememberOnLeave(backend);

  /** Knows the user's shell from the server: VS Code asks on remotes alone, and otherwise takes it for "bash". */
  class ProfileResolver extends BrowserTerminalProfileResolverService {
    constructor(...services: ConstructorParameters<typeof BrowserTerminalProfileResolverService>) {
      super(...services);
      Reflect.set(this, '_context', backend);
    }
  }

  return {
    ...getTerminalServices(backend),
    [ITerminalProfileResolverService.toString()]: new SyncDescriptor(ProfileResolver, [], true),
  };
}

/** VS Code tells half a second late how terminals lie, are named and look, too late for what came just before a reload. */
async function rememberOnLeave(backend: TerminalBackend): Promise<void> {
  const [lifecycle, terminals] = await Promise.all([
    getService(ILifecycleService),
    getService(ITerminalGroupService),
  ]);
  lifecycle.onBeforeShutdown(() => {
    const tabs = terminals.groups.map((group) => group.getLayoutInfo(group === terminals.activeGroup));
    for (const { persistentProcessId, staticTitle, icon, color } of terminals.instances) {
      if (!persistentProcessId) continue;
      if (staticTitle) void backend.updateTitle(persistentProcessId, staticTitle, TitleEventSource.Api);
      if (icon) void backend.updateIcon(persistentProcessId, true, icon, color);
    }
    backend.remember({ tabs, background: rememberedTerminals()?.layout.background ?? null });
  });
}

async function scrollback(): Promise<number> {
  const configuration = await getService(IConfigurationService);
  return Number(configuration.getValue('terminal.integrated.scrollback'));
}

async function warn(message: string): Promise<void> {
  const notifications = await getService(INotificationService);
  notifications.notify({ severity: Severity.Warning, message });
}

async function isTrusted(): Promise<boolean> {
  const trust = await getService(IWorkspaceTrustManagementService);
  await trust.workspaceTrustInitialized;
  return trust.isWorkspaceTrusted();
}
