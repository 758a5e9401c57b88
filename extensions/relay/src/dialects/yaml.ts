import type { Dialect } from './dialect.ts';
import { schemaContent } from './schemaContent.ts';

/** yaml-language-server: asks the client for schemas it cannot read itself. */
export const yaml: Dialect = {
  prepare({ client }) {
    const content = (address: unknown) => schemaContent(typeof address === 'string' ? address : '');
    client.onRequest('vscode/content', content);
    client.onRequest('custom/schema/content', content);
    client.onRequest('custom/schema/request', () => []);
  },
  started({ client }) {
    void client.sendNotification('yaml/registerContentRequest');
    return { dispose: () => {} };
  },
};
