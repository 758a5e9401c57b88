import {
  getService,
  INotificationService,
  IStorageService,
  Severity,
} from '@codingame/monaco-vscode-api/services';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import {
  MarkerSeverity,
  type IMarkerData,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/markers/common/markers';
import { IMarkerService } from '@codingame/monaco-vscode-api/vscode/vs/platform/markers/common/markers.service';
import { Registry } from '@codingame/monaco-vscode-api/vscode/vs/platform/registry/common/platform';
import {
  StorageScope,
  StorageTarget,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/storage/common/storage';
import { IOutputService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/output/common/output.service';
import {
  Extensions,
  type IOutputChannelRegistry,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/output/common/output';
import { IViewsService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/views/common/viewsService.service';
import type { FaultSeverity, ManifestFault } from '../../server/protocol/boot.ts';
import { describeFault, summarizeFaults } from './faultText.ts';

const channelId = 'mooring.extensionFaults';
const markerOwner = 'mooring.extensions';
const seenKey = 'mooring.extensionFaults.seen';
const problemsView = 'workbench.panel.markers.view';

const severities: Record<FaultSeverity, MarkerSeverity> = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  info: MarkerSeverity.Info,
};

/**
 * Tells what is wrong with extensions: in the Problems panel, from where the manifest opens at the line, in an output
 * channel, and in one notice for what is new. Never silent absence.
 */
export class FaultReport {
  readonly #notifications: INotificationService;
  readonly #output: IOutputService;
  readonly #markers: IMarkerService;
  readonly #storage: IStorageService;
  readonly #views: IViewsService;
  #notice: { close(): void } | undefined;

  private constructor(
    notifications: INotificationService,
    output: IOutputService,
    markers: IMarkerService,
    storage: IStorageService,
    views: IViewsService,
  ) {
    this.#notifications = notifications;
    this.#output = output;
    this.#markers = markers;
    this.#storage = storage;
    this.#views = views;
  }

  static async create(): Promise<FaultReport> {
    const services = await Promise.all([
      getService(INotificationService),
      getService(IOutputService),
      getService(IMarkerService),
      getService(IStorageService),
      getService(IViewsService),
    ]);
    return new FaultReport(...services);
  }

  /** Replaces what was shown before. */
  async show(faults: readonly ManifestFault[]): Promise<void> {
    this.#markers.changeAll(
      markerOwner,
      faults.flatMap((fault) => {
        const resource = fault.uri === undefined ? undefined : URI.parse(fault.uri);
        return resource ? [{ resource, marker: toMarker(fault) }] : [];
      }),
    );
    this.#log(faults);
    this.#notify(faults.filter(({ severity }) => severity !== 'info'));
  }

  #log(faults: readonly ManifestFault[]): void {
    const registry = Registry.as<IOutputChannelRegistry>(Extensions.OutputChannels);
    if (!registry.getChannel(channelId)) {
      if (faults.length === 0) return;
      registry.registerChannel({ id: channelId, label: 'Extension Faults', log: false });
    }
    const text = faults.map((fault) => `${fault.severity}: ${describeFault(fault)}\n`).join('');
    this.#output.getChannel(channelId)?.replace(text || 'No extension has a fault.\n');
  }

  /** What was told once is not told again at every start; it stays in the Problems panel. */
  #notify(faults: readonly ManifestFault[]): void {
    const seen = new Set(this.#storage.getObject<readonly string[]>(seenKey, StorageScope.PROFILE, []));
    const news = faults.filter((fault) => !seen.has(describeFault(fault)));
    this.#storage.store(seenKey, faults.map(describeFault), StorageScope.PROFILE, StorageTarget.MACHINE);
    this.#notice?.close();
    this.#notice = undefined;
    if (news.length === 0) return;
    this.#notice = this.#notifications.prompt(Severity.Warning, summarizeFaults(news), [
      { label: 'Show Problems', run: () => void this.#views.openView(problemsView, true) },
      { label: 'Show Details', run: () => void this.#output.showChannel(channelId) },
    ]);
  }
}

function toMarker({ extension, severity, key, line = 1, column = 1, message }: ManifestFault): IMarkerData {
  return {
    severity: severities[severity],
    message: `Extension ${extension}: ${message}`,
    source: 'mooring',
    ...(key !== undefined && { code: key }),
    startLineNumber: line,
    startColumn: column,
    endLineNumber: line,
    // To the end of the line.
    endColumn: Number.MAX_SAFE_INTEGER,
  };
}
