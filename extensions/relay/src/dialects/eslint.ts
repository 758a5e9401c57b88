import { env, l10n, Uri, workspace } from 'vscode';
import { isRecord } from '../json.ts';
import type { Dialect } from './dialect.ts';
import { eslintSettings } from './eslintSettings.ts';

/** vscode-eslint's language server: the client works its settings out, and hears of what is missing. */
export const eslint: Dialect = {
  settings(section, resource, uris) {
    const key = resource?.toString();
    const document = workspace.textDocuments.find(({ uri }) => uri.toString() === key);
    const folder = resource && workspace.getWorkspaceFolder(resource);
    return eslintSettings(section, {
      languageId: document?.languageId,
      folder: folder && { uri: uris.toServer(folder.uri), name: folder.name },
    });
  },

  prepare({ client, log, note }) {
    client.onRequest('eslint/openDoc', async (params: unknown) => {
      const url = isRecord(params) ? params['url'] : undefined;
      if (typeof url === 'string' && /^https?:/.test(url)) await env.openExternal(Uri.parse(url));
      return {};
    });
    client.onRequest('eslint/noLibrary', () => {
      note(l10n.t('The workspace has no ESLint. Install it there: npm install --save-dev eslint'));
      return {};
    });
    client.onRequest('eslint/noConfig', (params: unknown) => {
      log.warn(message(params));
      return {};
    });
    client.onRequest('eslint/probeFailed', () => ({}));
    client.onNotification('eslint/showOutputChannel', () => log.show(true));
    client.onNotification('eslint/exitCalled', (params: unknown) =>
      log.error(`A plugin called exit: ${JSON.stringify(params)}`),
    );
    client.onNotification('eslint/status', (params: unknown) => {
      if (isRecord(params) && params['state'] === 1) note(undefined);
    });
  },
};

function message(params: unknown): string {
  return isRecord(params) && typeof params['message'] === 'string'
    ? params['message']
    : 'No ESLint configuration.';
}
