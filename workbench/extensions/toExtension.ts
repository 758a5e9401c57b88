import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import {
  ExtensionType,
  TargetPlatform,
  type IExtension,
  type IExtensionManifest,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/extensions/common/extensions';
import { titleOf, type BootExtension } from '../../server/protocol/boot.ts';

/** An extension of the server, as VS Code's scanner of built-in extensions gives them. */
export function toExtension(extension: BootExtension): IExtension {
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
function shortReadme(extension: BootExtension): string {
  const { description } = extension.manifest;
  const text = typeof description === 'string' ? description : '';
  return `data:text/markdown,${encodeURIComponent(`# ${titleOf(extension)}\n\n${text}\n`)}`;
}
