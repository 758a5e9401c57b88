import { getService, INotificationService, Severity } from '@codingame/monaco-vscode-api/services';
import { IHostService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/host/browser/host.service';

/** A busy machine needs a few seconds; nobody should look at a workbench without languages for longer than this. */
const patience = 8_000;

type Outcome =
  | { readonly kind: 'pending' }
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Sees whether the extension host starts, by what its frame says to the window: a port to the worker, or an error.
 * VS Code itself says nothing for a minute, and then only in the browser's console. Made before the workbench starts.
 */
export class ExtensionHostWatch {
  readonly #listen = (event: MessageEvent<unknown>) => this.#hear(event);
  #outcome: Outcome = { kind: 'pending' };
  #changed = (): void => {};

  constructor() {
    window.addEventListener('message', this.#listen);
  }

  /** Says so when it does not start, and takes it back when it does after all. */
  async report(): Promise<void> {
    const [notifications, host] = await Promise.all([
      getService(INotificationService),
      getService(IHostService),
    ]);
    let notice: { close(): void } | undefined;
    const warn = (reason: string) => {
      notice?.close();
      notice = notifications.prompt(
        Severity.Error,
        `Extensions do not run: ${reason}. Files can be edited and saved, but there is no completion, no diagnostics and no command of an extension. Reload to try again; when it stays so, something blocks this page's worker scripts: a browser extension, a proxy, or a server that was rebuilt meanwhile.`,
        [{ label: 'Reload', run: () => void host.reload() }],
        { sticky: true },
      );
    };
    const timer = setTimeout(() => warn('the extension host does not start'), patience);
    const look = () => {
      if (this.#outcome.kind === 'pending') return;
      clearTimeout(timer);
      notice?.close();
      if (this.#outcome.kind === 'failed') warn(this.#outcome.reason);
    };
    this.#changed = look;
    look();
  }

  #hear({ source, data }: MessageEvent<unknown>): void {
    const frame = document.querySelector<HTMLIFrameElement>('iframe.web-worker-ext-host-iframe');
    if (!frame || source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    if ('error' in data) {
      this.#settle({ kind: 'failed', reason: `the extension host failed${detail(data.error)}` });
    } else if ('data' in data && data.data instanceof MessagePort) {
      this.#settle({ kind: 'started' });
    }
  }

  #settle(outcome: Outcome): void {
    window.removeEventListener('message', this.#listen);
    this.#outcome = outcome;
    this.#changed();
  }
}

/** A script that could not be fetched gives an error without a word. */
function detail(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage && typeof error.message === 'string' && error.message !== '' ? ` (${error.message})` : '';
}
