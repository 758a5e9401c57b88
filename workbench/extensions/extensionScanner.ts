import { CustomBuiltinExtensionsScannerService } from '@codingame/monaco-vscode-extensions-service-override';
import { SyncDescriptor, type IEditorOverrideServices } from '@codingame/monaco-vscode-api/services';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import { IFileService } from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files.service';
import { IExtensionResourceLoaderService } from '@codingame/monaco-vscode-api/vscode/vs/platform/extensionResourceLoader/common/extensionResourceLoader.service';
import { ILogService } from '@codingame/monaco-vscode-api/vscode/vs/platform/log/common/log.service';
import { IBuiltinExtensionsScannerService } from '@codingame/monaco-vscode-api/vscode/vs/platform/extensions/common/extensions.service';
import {
  ExtensionType,
  TargetPlatform,
  type IExtension,
  type IExtensionManifest,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/extensions/common/extensions';
import type { BootExtension } from '../../server/protocol/boot.ts';

/** Makes the extensions that the server found known to VS Code, as if they had come with it. */
export function extensionScanner(extensions: readonly BootExtension[]): IEditorOverrideServices {
  return {
    [IBuiltinExtensionsScannerService.toString()]: new SyncDescriptor(ExtensionScanner, [extensions], true),
  };
}

class ExtensionScanner extends CustomBuiltinExtensionsScannerService {
  readonly #extensions: readonly BootExtension[];

  constructor(
    extensions: readonly BootExtension[],
    files: IFileService,
    resources: IExtensionResourceLoaderService,
    log: ILogService,
  ) {
    super(files, resources, log);
    this.#extensions = extensions;
  }

  override async scanBuiltinExtensions(): Promise<IExtension[]> {
    return [...(await super.scanBuiltinExtensions()), ...this.#extensions.map(toExtension)];
  }
}

// What decorators do, which esbuild does not: VS Code's container reads the services a constructor asks for.
IFileService(ExtensionScanner, '', 1);
IExtensionResourceLoaderService(ExtensionScanner, '', 2);
ILogService(ExtensionScanner, '', 3);

function toExtension({ id, location, manifest, readme, changelog }: BootExtension): IExtension {
  const base = URI.parse(new URL(location, window.location.href).href);
  return {
    type: ExtensionType.System,
    isBuiltin: true,
    identifier: { id },
    manifest: manifest as unknown as IExtensionManifest,
    location: base,
    ...(readme && { readmeUrl: URI.joinPath(base, readme) }),
    ...(changelog && { changelogUrl: URI.joinPath(base, changelog) }),
    targetPlatform: TargetPlatform.WEB,
    isValid: true,
    validations: [],
    preRelease: false,
  };
}
