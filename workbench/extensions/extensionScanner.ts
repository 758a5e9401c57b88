import { CustomBuiltinExtensionsScannerService } from '@codingame/monaco-vscode-extensions-service-override';
import { SyncDescriptor, type IEditorOverrideServices } from '@codingame/monaco-vscode-api/services';
import { IFileService } from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files.service';
import { IExtensionResourceLoaderService } from '@codingame/monaco-vscode-api/vscode/vs/platform/extensionResourceLoader/common/extensionResourceLoader.service';
import { ILogService } from '@codingame/monaco-vscode-api/vscode/vs/platform/log/common/log.service';
import { IBuiltinExtensionsScannerService } from '@codingame/monaco-vscode-api/vscode/vs/platform/extensions/common/extensions.service';
import type { IExtension } from '@codingame/monaco-vscode-api/vscode/vs/platform/extensions/common/extensions';
import type { KnownExtensions } from './knownExtensions.ts';
import { toExtension } from './toExtension.ts';

/** Makes the extensions that the server has known to VS Code, as if they had come with it. */
export function extensionScanner(known: KnownExtensions): IEditorOverrideServices {
  return {
    [IBuiltinExtensionsScannerService.toString()]: new SyncDescriptor(ExtensionScanner, [known], true),
  };
}

class ExtensionScanner extends CustomBuiltinExtensionsScannerService {
  readonly #known: KnownExtensions;

  constructor(
    known: KnownExtensions,
    files: IFileService,
    resources: IExtensionResourceLoaderService,
    log: ILogService,
  ) {
    super(files, resources, log);
    this.#known = known;
  }

  /** Called whenever VS Code wants to know what is installed. */
  override async scanBuiltinExtensions(): Promise<IExtension[]> {
    return [...(await super.scanBuiltinExtensions()), ...this.#known.all().map(toExtension)];
  }
}

// What decorators do, which esbuild does not: VS Code's container reads the services a constructor asks for.
IFileService(ExtensionScanner, '', 1);
IExtensionResourceLoaderService(ExtensionScanner, '', 2);
ILogService(ExtensionScanner, '', 3);
