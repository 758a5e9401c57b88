import { getService, INotificationService, Severity } from '@codingame/monaco-vscode-api/services';
import { IOutputService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/output/common/output.service';
import { Registry } from '@codingame/monaco-vscode-api/vscode/vs/platform/registry/common/platform';
import {
  Extensions,
  type IOutputChannelRegistry,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/output/common/output';
import type { ManifestFault } from '../../server/protocol/boot.ts';
import { describeFault, summarizeFaults } from './faultText.ts';

const channelId = 'mooring.extensionFaults';

/** One notice for all faulty extensions; the details are in an output channel. Never silent absence. */
export async function reportFaults(faults: readonly ManifestFault[]): Promise<void> {
  if (faults.length === 0) return;
  const [notifications, output] = await Promise.all([
    getService(INotificationService),
    getService(IOutputService),
  ]);
  Registry.as<IOutputChannelRegistry>(Extensions.OutputChannels).registerChannel({
    id: channelId,
    label: 'Extension Faults',
    log: false,
  });
  output.getChannel(channelId)?.append(faults.map(describeFault).join('\n') + '\n');
  notifications.prompt(Severity.Warning, summarizeFaults(faults), [
    { label: 'Show Details', run: () => void output.showChannel(channelId) },
  ]);
}
