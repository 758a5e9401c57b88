/** The workbench's composition root: everything it is made of, wired by hand, in the order VS Code needs. */
import { registerCustomProvider } from '@codingame/monaco-vscode-files-service-override';
import { initialize } from '@codingame/monaco-vscode-api/services';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import { Channel } from './connection/channel.ts';
import { showConnection } from './connection/connectionStatus.ts';
import { ExtensionHostWatch } from './extensions/extensionHostWatch.ts';
import { FaultReport } from './extensions/faultReport.ts';
import { registerInstallActions } from './extensions/install/installActions.ts';
import { keepEnablement } from './extensions/keepEnablement.ts';
import { KnownExtensions } from './extensions/knownExtensions.ts';
import { followExtensions } from './extensions/liveExtensions.ts';
import { addressFilesForBrowser } from './files/browserUris.ts';
import { watchWorkspaceFolder } from './files/missingFolder.ts';
import { refreshAfterOverflow } from './files/overflow.ts';
import { warnOfUnwatched } from './files/unwatched.ts';
import { WorkspaceFiles } from './files/workspaceFiles.ts';
import { loadBoot } from './page/boot.ts';
import { markFirstEditorLine } from './page/firstEditorLine.ts';
import { checkRelayOnReturn } from './connection/relayCheck.ts';
import { flushOnLeave } from './page/flushOnLeave.ts';
import { offerWindowSession } from './page/windowSession.ts';
import { warnOfInsecureContext } from './page/insecureContext.ts';
import { persist, warnOfForgetting } from './page/persistence.ts';
import { rememberColors } from './page/rememberColors.ts';
import { separateWebviews } from './page/separateWebviews.ts';
import { provideSha256 } from './page/sha256.ts';
import { showStartFailure } from './page/startFailure.ts';
import { logUnhandledErrors } from './page/unhandledErrors.ts';
import { reportFailedParts } from './parts/failedParts.ts';
import { offerNotebooks, usesNotebooks } from './parts/notebookOffer.ts';
import { OptionalParts, partsNeededBy } from './parts/optionalParts.ts';
import { finishAcceptedSuggestions } from './product/acceptedSuggestions.ts';
import { hideDeadEnds } from './product/deadEnds.ts';
import { leaveDebuggingToServer } from './product/debugOnLeave.ts';
import { openFirstScope } from './product/debugViews.ts';
import { configurationDefaults, defaultLayout } from './product/defaults.ts';
import { adaptExtensionsView } from './product/extensionsView.ts';
import { checkLaunchFile } from './product/launchFile.ts';
import { showMemoryAsText } from './product/memoryView.ts';
import { openedFolder } from './product/openFolder.ts';
import { product } from './product/product.ts';
import { showRestrictedMode } from './product/restrictedMode.ts';
import { restrictSettings } from './product/restrictedSettings.ts';
import { services } from './product/services.ts';
import { addDesktopShortcuts } from './product/shortcuts.ts';
import { refuseTasks } from './product/taskRefusal.ts';
import { adaptTexts } from './product/texts.ts';
import { provideWorkers } from './product/workers.ts';
import { registerSearch } from './search/searchProvider.ts';
import { runDebuggeesInTerminals } from './terminal/debugTerminal.ts';
import './product/product.css';

async function start(): Promise<void> {
  const [{ boot, revision }, persistent] = await Promise.all([loadBoot(), persist(), provideSha256()]);

  const channel = new Channel();
  const files = new WorkspaceFiles(channel, boot);
  const parts = await OptionalParts.load([
    ...boot.extensions.flatMap(partsNeededBy),
    ...(usesNotebooks() ? (['notebooks'] as const) : []),
  ]);
  const known = new KnownExtensions(boot.extensions, (extension) => parts.takes(extension));
  const extensionHost = new ExtensionHostWatch();
  registerCustomProvider('file', files);
  addressFilesForBrowser(files);
  provideWorkers();
  separateWebviews();
  adaptTexts();
  hideDeadEnds(parts);
  restrictSettings();
  finishAcceptedSuggestions();
  adaptExtensionsView();
  openFirstScope();
  checkLaunchFile();
  showMemoryAsText();
  runDebuggeesInTerminals();
  registerInstallActions(boot);
  addDesktopShortcuts();
  logUnhandledErrors();
  offerWindowSession();
  markFirstEditorLine();

  await initialize(
    services(known, boot.folder, parts),
    document.body,
    {
      workspaceProvider: openedFolder(boot.folder),
      enableWorkspaceTrust: true,
      productConfiguration: product(boot.version),
      configurationDefaults,
      defaultLayout,
    },
    { userHome: URI.parse(boot.home) },
  );

  const faults = await FaultReport.create();
  await Promise.all([
    registerSearch(channel),
    refreshAfterOverflow(files),
    showConnection(channel),
    showRestrictedMode(),
    watchWorkspaceFolder(files, boot.folder),
    warnOfUnwatched(files),
    faults.show(boot.faults),
    parts.start(),
    offerNotebooks(parts),
    reportFailedParts(parts),
    followExtensions({ channel, known, faults, parts, revision }),
    extensionHost.report(),
    keepEnablement(),
    flushOnLeave(),
    checkRelayOnReturn(),
    leaveDebuggingToServer(),
    refuseTasks(),
    rememberColors(),
    warnOfInsecureContext(),
    persistent || warnOfForgetting(),
  ]);
}

start().catch(showStartFailure);
