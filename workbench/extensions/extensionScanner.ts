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

function toExtension(extension: BootExtension): IExtension {
  const { id, location, manifest, readme, changelog, source } = extension;
  const base = URI.parse(new URL(location, window.location.href).href);
  return {
    type: ExtensionType.System,
    // What is not VS Code's own is listed among the installed extensions.
    isBuiltin: source === 'vscode',
    identifier: { id },
    // The server has read and checked it.
    manifest: manifest as object as IExtensionManifest,
    location: base,
    readmeUrl: readme ? URI.joinPath(base, readme) : URI.parse(shortReadme(extension)),
    ...(changelog && { changelogUrl: URI.joinPath(base, changelog) }),
    targetPlatform: TargetPlatform.WEB,
    isValid: true,
    validations: [],
    preRelease: false,
  };
}

/** What VS Code would say otherwise is that the extension came with Visual Studio Code. */
function shortReadme({ id, manifest }: BootExtension): string {
  const { displayName, description } = manifest;
  const title = typeof displayName === 'string' ? displayName : id;
  const text = typeof description === 'string' ? description : '';
  return `data:text/markdown,${encodeURIComponent(`# ${title}\n\n${text}\n`)}`;
}
