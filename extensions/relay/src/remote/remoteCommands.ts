import {
  commands,
  ConfigurationTarget,
  Disposable,
  l10n,
  Uri,
  window,
  workspace,
  type QuickPickItem,
} from 'vscode';
import { authorityOf, readAddress, remoteScheme } from './relayOrigin.ts';
import type { RemoteRelay } from './remoteRelay.ts';
import type { RemoteState } from './remoteState.ts';
import type { RemoteStatus } from './remoteStatus.ts';

/** "Mooring: Connect to Relay…", and what the status item offers. */
export class RemoteCommands implements Disposable {
  readonly #relay: RemoteRelay;
  readonly #status: RemoteStatus;
  readonly #registrations: Disposable;
  #told: RemoteState['kind'] | undefined;

  constructor(relay: RemoteRelay, status: RemoteStatus) {
    this.#relay = relay;
    this.#status = status;
    this.#registrations = Disposable.from(
      commands.registerCommand('mooring.relay.connect', () => this.connect()),
      commands.registerCommand('mooring.relay.menu', () => this.#menu()),
      relay.onDidChange(() => this.#tell()),
    );
    this.#tell();
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  /** Asks for the address that the relay printed, and connects. */
  async connect(): Promise<void> {
    const { state } = this.#relay;
    const known = 'origin' in state ? state.origin : undefined;
    const text = await window.showInputBox({
      title: l10n.t('Connect to Relay'),
      prompt: known
        ? l10n.t('The address that the relay printed when it started, or its token for {0}', known)
        : l10n.t('The address that the relay printed when it started'),
      placeHolder: `${known ?? 'http://localhost:5555'}/?token=…`,
      password: true,
      ignoreFocusOut: true,
      validateInput: (value) =>
        value === '' || read(value, known) ? undefined : l10n.t('This is neither an address nor a token.'),
    });
    const address = text === undefined ? undefined : read(text, known);
    if (!address) return;
    const after = await this.#relay.connect(address);
    if (after.kind === 'connected') await this.#settle(after);
  }

  /** Remembers where the relay is, and offers its folder where none is open. */
  async #settle(state: Connected): Promise<void> {
    const open = workspace.workspaceFolders ?? [];
    // A folder of the scheme names its relay; that it is another one's is said already.
    if (open.some(({ uri }) => uri.scheme === remoteScheme)) return;
    const { origin } = state;
    await workspace.getConfiguration('mooring').update('relay.url', origin, ConfigurationTarget.Global);
    // Another scheme is taken to show the relay's folder already.
    if (open.length > 0) return;
    const theirs = folderUri(state);
    const yes = l10n.t('Open Folder');
    const picked = await window.showInformationMessage(
      l10n.t('The relay at {0} serves the folder {1}.', origin, theirs.path),
      yes,
    );
    if (picked === yes) await openFolder(theirs);
  }

  async #menu(): Promise<void> {
    const text = this.#status.text();
    const connect: QuickPickItem = { label: `$(plug) ${l10n.t('Connect to Relay…')}` };
    const retry: QuickPickItem = { label: `$(refresh) ${l10n.t('Retry')}` };
    const open: QuickPickItem = { label: `$(folder-opened) ${l10n.t('Open Folder')}` };
    const { state } = this.#relay;
    const items =
      state.kind === 'unreachable'
        ? [retry, connect]
        : state.kind === 'connected' && text?.severity === 'warning'
          ? [open, connect]
          : [connect];
    const picked = await window.showQuickPick(items, {
      title: text ? `Mooring: ${text.summary}` : 'Mooring',
      placeHolder: text?.detail ?? '',
    });
    if (picked === retry) this.#relay.hurry();
    if (picked === connect) await this.connect();
    if (picked === open && state.kind === 'connected') await openFolder(folderUri(state));
  }

  /** Once for each kind of trouble that does not go away by itself. */
  #tell(): void {
    const { state } = this.#relay;
    if (state.kind === 'connecting' || state.kind === this.#told) return;
    this.#told = state.kind;
    const text = this.#status.text();
    if (!text || text.severity === 'information') return;
    const [connect, retry, open] = [l10n.t('Connect to Relay…'), l10n.t('Retry'), l10n.t('Open Folder')];
    const show = text.severity === 'error' ? window.showErrorMessage : window.showWarningMessage;
    const answers: Partial<Record<RemoteState['kind'], readonly string[]>> = {
      unreachable: [retry, connect],
      connected: [open, connect],
    };
    void show(text.detail, ...(answers[state.kind] ?? [connect])).then(async (picked) => {
      if (picked === retry) this.#relay.hurry();
      if (picked === connect) await this.connect();
      if (picked === open && state.kind === 'connected') await openFolder(folderUri(state));
    });
  }
}

type Connected = Extract<RemoteState, { kind: 'connected' }>;

function folderUri({ origin, folder }: Connected): Uri {
  return Uri.parse(folder.uri).with({ scheme: remoteScheme, authority: authorityOf(origin) });
}

async function openFolder(uri: Uri): Promise<void> {
  await commands.executeCommand('vscode.openFolder', uri, { forceReuseWindow: true });
}

/** An address, or the token of a relay that is known already. */
function read(text: string, known: string | undefined): ReturnType<typeof readAddress> {
  const trimmed = text.trim();
  if (known !== undefined && /^[\w~-]{16,200}$/.test(trimmed)) return { origin: known, token: trimmed };
  return readAddress(trimmed);
}
