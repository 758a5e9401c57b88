import {
  getService,
  IDialogService,
  INotificationService,
  IQuickInputService,
  Severity,
} from '@codingame/monaco-vscode-api/services';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import {
  Action2,
  MenuId,
  registerAction2,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/actions/common/actions';
import { ContextKeyExpr } from '@codingame/monaco-vscode-api/vscode/vs/platform/contextkey/common/contextkey';
import { IFileDialogService } from '@codingame/monaco-vscode-api/vscode/vs/platform/dialogs/common/dialogs.service';
import type { Boot } from '../../../server/protocol/boot.ts';
import type { OwnExtension } from '../../../server/protocol/extensionInstall.ts';
import { installWithProgress } from './installWithProgress.ts';
import { ownExtensions, remove } from './installClient.ts';
import { pickFile } from './pickFile.ts';
import { pickFromRegistry } from './pickFromRegistry.ts';

/** Adds what installs and uninstalls to the command palette and to the menu of the extensions view. */
export function registerInstallActions(boot: Boot): void {
  register('mooring.extensions.installVsix', 'Install from VSIX…', 1, async () => {
    const file = await pickFile('.vsix');
    if (file) await installWithProgress(file.name, { kind: 'packed', file });
  });
  register('mooring.extensions.installFolder', 'Install from Folder…', 2, () => installFolder(boot));
  register('mooring.extensions.search', 'Search Registry…', 3, async () => {
    if (!boot.hasRegistry) return tellNoRegistry();
    const found = await pickFromRegistry();
    if (found) await installWithProgress(found.title, { kind: 'registry', id: found.id });
  });
  register('mooring.extensions.uninstall', 'Uninstall…', 4, uninstall);
  registerUninstallOfOne(boot);
}

function register(id: string, title: string, order: number, run: () => Promise<void>): void {
  const when = ContextKeyExpr.equals('viewContainer', 'workbench.view.extensions');
  registerAction2(
    class extends Action2 {
      constructor() {
        super({
          id,
          title: { value: title, original: title },
          category: { value: 'Extensions', original: 'Extensions' },
          f1: true,
          menu: { id: MenuId.ViewContainerTitle, group: '0_install', order, when },
        });
      }

      override run(): Promise<void> {
        return run().catch(tell);
      }
    },
  );
}

/** In the menu of an extension, which passes its id. The server says when it is one that is not deleted from here. */
function registerUninstallOfOne({ extensions }: Boot): void {
  const ofProduct = extensions.filter(({ source }) => source === 'product');
  const when = ContextKeyExpr.and(
    ContextKeyExpr.equals('extensionStatus', 'installed'),
    ContextKeyExpr.equals('isBuiltinExtension', false),
    ...ofProduct.map(({ id }) => ContextKeyExpr.notEquals('extension', id)),
  );
  registerAction2(
    class extends Action2 {
      constructor() {
        super({
          id: 'mooring.extensions.uninstallOne',
          title: { value: 'Uninstall…', original: 'Uninstall…' },
          f1: false,
          menu: { id: MenuId.ExtensionContext, group: '1_uninstall', ...(when && { when }) },
        });
      }

      override run(_accessor: unknown, id: string): Promise<void> {
        return uninstallOne(id).catch(tell);
      }
    },
  );
}

async function uninstallOne(id: string): Promise<void> {
  const extension = (await ownExtensions()).find((own) => own.id === id);
  if (!extension) {
    return tell(
      `${id} does not lie in your own folder of extensions, so it is not deleted from here. It can be disabled.`,
    );
  }
  if (await isSure(extension)) await remove(id);
}

/** Only folders in the opened one can be chosen: the server copies no other. */
async function installFolder(boot: Boot): Promise<void> {
  const dialogs = await getService(IFileDialogService);
  const [folder] =
    (await dialogs.showOpenDialog({
      title: 'Install an Extension from Its Folder',
      openLabel: 'Install',
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri: URI.parse(boot.folder.uri),
    })) ?? [];
  if (!folder) return;
  const name = folder.path.split('/').at(-1) ?? folder.path;
  const confirmed = await confirm(
    `Install the extension in ${name}?`,
    `${folder.path} is copied to your own extensions. An extension can run language servers and debug adapters on the server's machine.`,
    'Install',
  );
  if (confirmed) await installWithProgress(name, { kind: 'folder', uri: folder.toString() });
}

async function uninstall(): Promise<void> {
  const quickInput = await getService(IQuickInputService);
  const own = await ownExtensions();
  if (own.length === 0) {
    return tell(
      'No extension lies in your own folder of extensions. Those of Mooring and of --extensions-dir can be disabled, but are not deleted from here.',
    );
  }
  const picked = await quickInput.pick(
    own.map((extension) => ({
      label: extension.title,
      description: extension.version,
      detail: extension.path,
      extension,
    })),
    { placeHolder: 'Which extension is to be uninstalled?' },
  );
  if (!picked || !(await isSure(picked.extension))) return;
  await remove(picked.extension.id);
}

function isSure({ title, path, isDroppedIn }: OwnExtension): Promise<boolean> {
  const detail = isDroppedIn
    ? `${path} was not installed from here: somebody put it there. It is deleted for good.`
    : `${path} is deleted.`;
  return confirm(`Uninstall ${title}?`, detail, isDroppedIn ? 'Delete' : 'Uninstall');
}

async function confirm(message: string, detail: string, primaryButton: string): Promise<boolean> {
  const dialogs = await getService(IDialogService);
  return (await dialogs.confirm({ message, detail, primaryButton })).confirmed;
}

function tellNoRegistry(): Promise<void> {
  return tell(
    'No registry of extensions is configured. Start the server with --extensions-registry and the address of one that has the interface of Open VSX, or install from a VSIX file.',
  );
}

async function tell(problem: unknown): Promise<void> {
  const notifications = await getService(INotificationService);
  const isError = problem instanceof Error;
  notifications.notify({
    severity: isError ? Severity.Error : Severity.Info,
    message: isError ? problem.message : String(problem),
  });
}
