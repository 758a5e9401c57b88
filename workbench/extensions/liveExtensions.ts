import type { ExtensionServiceOverride } from '@codingame/monaco-vscode-extensions-service-override';
import {
  getService,
  ICommandService,
  INotificationService,
  Severity,
} from '@codingame/monaco-vscode-api/services';
import { CommandsRegistry } from '@codingame/monaco-vscode-api/vscode/vs/platform/commands/common/commands';
import { IExtensionsWorkbenchService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/extensions/common/extensions.service';
import { IExtensionService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/extensions/common/extensions.service';
import { IWorkbenchExtensionEnablementService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/extensionManagement/common/extensionManagement.service';
import { IHostService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/host/browser/host.service';
import { titleOf, type Boot, type BootExtension } from '../../server/protocol/boot.ts';
import type { Channel } from '../connection/channel.ts';
import type { OptionalParts } from '../parts/optionalParts.ts';
import { requestBoot, revisionOf, type LoadedBoot } from '../page/boot.ts';
import type { FaultReport } from './faultReport.ts';
import type { ExtensionDelta, KnownExtensions } from './knownExtensions.ts';
import { toExtension } from './toExtension.ts';

const refreshList = 'workbench.extensions.action.refreshExtension';

export interface LiveExtensionsOptions {
  readonly channel: Channel;
  readonly known: KnownExtensions;
  readonly faults: FaultReport;
  readonly parts: OptionalParts;
  /** Of the server's answer that the page began with. */
  readonly revision: string | null;
}

/** Brings this page in line with what is dropped in, changed or taken away on the server while it is open. */
export async function followExtensions(options: LiveExtensionsOptions): Promise<void> {
  const { channel, known, faults, parts } = options;
  const live = await LiveExtensions.create(parts);
  let { revision } = options;
  let turn: Promise<void> = Promise.resolve();
  const update = () => {
    turn = turn.then(async () => {
      const loaded = await bootAfter(revision);
      if (!loaded) return;
      const { boot } = loaded;
      revision = loaded.revision;
      await faults.show(boot.faults);
      // One change that fails must not keep the page from the next.
      await live.apply(known.replace(boot.extensions)).catch((error: unknown) => live.failed(error));
    });
  };
  channel.on('extensions/changed', update);
  // What happened meanwhile was told to nobody, as was what happened between the page's own answer and now.
  channel.onReconnected(update);
  void channel.firstConnected().then(update);
}

/**
 * Undefined when nothing is different, or when the server does not answer: the channel comes back with it, and then
 * there is another try.
 */
async function bootAfter(revision: string | null): Promise<LoadedBoot | undefined> {
  const response = await requestBoot().catch(() => undefined);
  if (!response?.ok) return undefined;
  const now = revisionOf(response);
  if (now !== null && now === revision) return undefined;
  return { boot: (await response.json()) as Boot, revision: now };
}

class LiveExtensions {
  readonly #extensions: ExtensionServiceOverride;
  readonly #enablement: IWorkbenchExtensionEnablementService;
  readonly #view: IExtensionsWorkbenchService;
  readonly #notifications: INotificationService;
  readonly #host: IHostService;
  readonly #commands: ICommandService;
  readonly #parts: OptionalParts;
  /** Titles of what this page shows as it no longer is. */
  readonly #stale = new Map<string, string>();
  /** Extensions that need a part of the workbench which was not loaded with this page. */
  #lacking: readonly BootExtension[] = [];
  #notice: { close(): void } | undefined;

  private constructor(
    extensions: IExtensionService,
    enablement: IWorkbenchExtensionEnablementService,
    view: IExtensionsWorkbenchService,
    notifications: INotificationService,
    host: IHostService,
    commands: ICommandService,
    parts: OptionalParts,
  ) {
    // The service that services.ts registers; its interface knows nothing of `deltaExtensions`.
    this.#extensions = extensions as object as ExtensionServiceOverride;
    this.#enablement = enablement;
    this.#view = view;
    this.#notifications = notifications;
    this.#host = host;
    this.#commands = commands;
    this.#parts = parts;
  }

  static async create(parts: OptionalParts): Promise<LiveExtensions> {
    return new LiveExtensions(
      ...(await Promise.all([
        getService(IExtensionService),
        getService(IWorkbenchExtensionEnablementService),
        getService(IExtensionsWorkbenchService),
        getService(INotificationService),
        getService(IHostService),
        getService(ICommandService),
      ])),
      parts,
    );
  }

  /** What runs already cannot be taken out of the extension host: for that the page is reloaded, when the user says so. */
  async apply({ added, changed, removed }: ExtensionDelta): Promise<void> {
    if (added.length + changed.length + removed.length === 0) return;
    await this.#extensions.whenInstalledExtensionsRegistered();
    const isStuck = (extension: BootExtension) => this.#isRunning(extension.id);
    for (const extension of [...changed, ...removed].filter(isStuck)) {
      this.#stale.set(extension.id, titleOf(extension));
    }
    const out = [...changed, ...removed].filter((extension) => !isStuck(extension)).map(toExtension);
    const into = [...added, ...changed]
      .filter((extension) => !isStuck(extension))
      .map(toExtension)
      .filter((extension) => this.#enablement.isEnabled(extension));
    await this.#view.queryLocal();
    await this.#extensions.deltaExtensions(into, out);
    // The list of the extensions view takes up what is new, but keeps what is gone. It comes late to a page that loads.
    if (CommandsRegistry.getCommand(refreshList)) await this.#commands.executeCommand(refreshList);
    const gone = new Set([...changed, ...removed].map(({ id }) => id));
    this.#lacking = [
      ...this.#lacking.filter(({ id }) => !gone.has(id)),
      ...[...added, ...changed].filter((extension) => this.#parts.missingFor(extension).length > 0),
    ];
    this.#tell({ added, changed, removed });
  }

  failed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#notifications.prompt(
      Severity.Error,
      `This window could not take up what changed among the extensions: ${reason}. Reload to use them as they are now; unsaved text is kept.`,
      [{ label: 'Reload', run: () => void this.#host.reload() }],
      { sticky: true },
    );
  }

  #isRunning(id: string): boolean {
    const running = this.#extensions.extensions.find(
      ({ identifier }) => identifier.value.toLowerCase() === id,
    );
    return running !== undefined && !this.#extensions.canRemoveExtension(running);
  }

  #tell({ added, changed, removed }: ExtensionDelta): void {
    const parts = [
      phrase('Added', added),
      phrase(
        'Updated',
        changed.filter(({ id }) => !this.#stale.has(id)),
      ),
      phrase(
        'Removed',
        removed.filter(({ id }) => !this.#stale.has(id)),
      ),
    ].filter((part) => part !== '');
    if (parts.length > 0) this.#notifications.status(`${parts.join('; ')}.`, { hideAfter: 8_000 });
    this.#notice?.close();
    this.#notice = undefined;
    const reasons = [...this.#staleText(), ...this.#lackingText()];
    if (reasons.length === 0) return;
    this.#notice = this.#notifications.prompt(
      Severity.Info,
      `${reasons.join(' ')} Unsaved text is kept.`,
      [{ label: 'Reload', run: () => void this.#host.reload() }],
      { sticky: true },
    );
  }

  #staleText(): readonly string[] {
    if (this.#stale.size === 0) return [];
    const names = [...this.#stale.values()].join(', ');
    return [`Extensions changed on disk while they run here: ${names}. Reload to use them as they are now.`];
  }

  #lackingText(): readonly string[] {
    return this.#lacking.map((extension) => {
      const parts = this.#parts.missingFor(extension).join(' and ');
      return `${titleOf(extension)} brings ${parts}, which this page did not load at its start. Reload to use them.`;
    });
  }
}

function phrase(verb: string, extensions: readonly BootExtension[]): string {
  if (extensions.length === 0) return '';
  const names = extensions.slice(0, 3).map(titleOf).join(', ');
  const more = extensions.length > 3 ? ` and ${extensions.length - 3} more` : '';
  const noun = extensions.length === 1 ? 'extension' : 'extensions';
  return `${verb} ${noun} ${names}${more}`;
}
