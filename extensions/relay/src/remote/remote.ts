import { commands, window, workspace, type Disposable, type ExtensionContext } from 'vscode';
import { pathOfFileUri } from '../../../../server/protocol/fileUrl.ts';
import type { Clock } from '../clock.ts';
import { translatedUris, type Uris } from '../uris.ts';
import { FileChannel } from './fileChannel.ts';
import type { Mount } from './mounts.ts';
import { RelayFiles } from './relayFiles.ts';
import { authorityOf, originOf, readAddress, remoteScheme } from './relayOrigin.ts';
import { RelayTokens } from './relayTokens.ts';
import { RemoteCommands } from './remoteCommands.ts';
import { RemoteRelay } from './remoteRelay.ts';
import { RemoteStatus } from './remoteStatus.ts';

export interface Remote {
  readonly relay: RemoteRelay;
  readonly uris: Uris;
  /** Whether the relay's folder has a file that matches; VS Code searches only disks of its own. */
  readonly holds: (pattern: string) => Promise<boolean>;
}

/** Everything for a page that is not the relay's own: stock VS Code for the Web. */
export function createRemote(context: ExtensionContext, clock: Clock): Remote {
  const log = window.createOutputChannel('Mooring Relay', { log: true });
  const relay = new RemoteRelay({ tokens: new RelayTokens(context.secrets), clock, log });
  const channel = new FileChannel(relay, clock);
  const files = new RelayFiles(relay, channel);
  const status = new RemoteStatus(relay, globalThis.origin);
  context.subscriptions.push(
    log,
    new RemoteCommands(relay, status),
    status,
    workspace.registerFileSystemProvider(remoteScheme, files, { isCaseSensitive: true }),
    files,
    channel,
    relay,
    onceConnected(relay, () => {
      // What could not be read before is asked for again only when somebody says so.
      void commands.executeCommand('workbench.files.action.refreshFilesExplorer');
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('mooring.relay.url')) connect(relay);
    }),
  );
  void commands.executeCommand('setContext', 'mooring.remote', true);
  connect(relay);
  return {
    relay,
    uris: translatedUris(schemes, () => mounts(relay)),
    holds: async (pattern) => {
      const { folder } = relay;
      if (!folder) return false;
      const query = {
        pattern: '',
        includes: [pattern],
        excludes: ['**/node_modules/**'],
        useIgnoreFiles: false,
        maxResults: 1,
      };
      const { uris } = await channel.request('search/files', { uri: folder.uri, query });
      return uris.length > 0;
    },
  };
}

/** The opened folder names its relay; where none does, the setting may. */
function connect(relay: RemoteRelay): void {
  const setting = workspace.getConfiguration('mooring').get<string>('relay.url', '');
  const configured = readAddress(setting);
  const authority = (workspace.workspaceFolders ?? []).find(({ uri }) => uri.scheme === remoteScheme)?.uri
    .authority;
  if (authority === undefined) {
    if (configured) void relay.connect(configured);
    return;
  }
  // The setting may know better than the folder whether it is http or https.
  const origin =
    configured && authorityOf(configured.origin) === authority ? configured.origin : originOf(authority);
  if (origin !== undefined) void relay.connect({ origin });
}

function schemes(): readonly string[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return [...new Set([remoteScheme, ...folders.filter((scheme) => scheme !== 'file')])];
}

function mounts({ state, folder }: RemoteRelay): readonly Mount[] {
  if (state.kind !== 'connected' || !folder) return [];
  const whole: Mount = { scheme: remoteScheme, authority: authorityOf(state.origin), path: '', realPath: '' };
  const realPath = pathOfFileUri(folder.uri);
  const foreign = (workspace.workspaceFolders ?? [])
    .map(({ uri }) => uri)
    .find(({ scheme }) => scheme !== remoteScheme && scheme !== 'file');
  if (!foreign) return [whole];
  const { scheme, authority, path } = foreign;
  return [{ scheme, authority, path: path.replace(/\/$/, ''), realPath }, whole];
}

function onceConnected(relay: RemoteRelay, act: () => void): Disposable {
  let before = relay.state.kind;
  return relay.onDidChange(() => {
    const { kind } = relay.state;
    if (kind === 'connected' && before !== 'connected') act();
    before = kind;
  });
}
