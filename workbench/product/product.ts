import type { IProductConfiguration } from '@codingame/monaco-vscode-api/vscode/vs/base/common/product';

/** The name on the door. Every address that would lead to a service of somebody else is taken out. */
export function product(version: string): Partial<IProductConfiguration> {
  return {
    nameShort: 'Mooring',
    nameLong: 'Mooring',
    applicationName: 'mooring',
    dataFolderName: '.mooring',
    urlProtocol: 'mooring',
    embedderIdentifier: `mooring-${version}`,
    enableTelemetry: false,
    ...without(
      'defaultChatAgent',
      'documentationUrl',
      'introductoryVideosUrl',
      'keyboardShortcutsUrlLinux',
      'keyboardShortcutsUrlMac',
      'keyboardShortcutsUrlWin',
      'licenseUrl',
      'newsletterSignupUrl',
      'privacyStatementUrl',
      'reportIssueUrl',
      'requestFeatureUrl',
      'serverLicenseUrl',
      'tipsAndTricksUrl',
      'trustedExtensionAuthAccess',
      'webviewContentExternalBaseUrlTemplate',
      'youTubeUrl',
    ),
  };
}

function without(...keys: readonly (keyof IProductConfiguration)[]): Partial<IProductConfiguration> {
  return Object.fromEntries(keys.map((key) => [key, undefined]));
}
