import accessibility from '@codingame/monaco-vscode-accessibility-service-override';
import configuration from '@codingame/monaco-vscode-configuration-service-override';
import debug from '@codingame/monaco-vscode-debug-service-override';
import dialogs from '@codingame/monaco-vscode-dialogs-service-override';
import emmet from '@codingame/monaco-vscode-emmet-service-override';
import environment from '@codingame/monaco-vscode-environment-service-override';
import explorer from '@codingame/monaco-vscode-explorer-service-override';
import extensionGallery from '@codingame/monaco-vscode-extension-gallery-service-override';
import extensions from '@codingame/monaco-vscode-extensions-service-override';
import languageDetection from '@codingame/monaco-vscode-language-detection-worker-service-override';
import languages from '@codingame/monaco-vscode-languages-service-override';
import lifecycle from '@codingame/monaco-vscode-lifecycle-service-override';
import log from '@codingame/monaco-vscode-log-service-override';
import markers from '@codingame/monaco-vscode-markers-service-override';
import model from '@codingame/monaco-vscode-model-service-override';
import multiDiffEditor from '@codingame/monaco-vscode-multi-diff-editor-service-override';
import notifications from '@codingame/monaco-vscode-notifications-service-override';
import outline from '@codingame/monaco-vscode-outline-service-override';
import output from '@codingame/monaco-vscode-output-service-override';
import performance from '@codingame/monaco-vscode-performance-service-override';
import preferences from '@codingame/monaco-vscode-preferences-service-override';
import relauncher from '@codingame/monaco-vscode-relauncher-service-override';
import secretStorage from '@codingame/monaco-vscode-secret-storage-service-override';
import snippets from '@codingame/monaco-vscode-snippets-service-override';
import storage from '@codingame/monaco-vscode-storage-service-override';
import textmate from '@codingame/monaco-vscode-textmate-service-override';
import theme from '@codingame/monaco-vscode-theme-service-override';
import timeline from '@codingame/monaco-vscode-timeline-service-override';
import userDataProfile from '@codingame/monaco-vscode-user-data-profile-service-override';
import workbench from '@codingame/monaco-vscode-workbench-service-override';
import workingCopy from '@codingame/monaco-vscode-working-copy-service-override';
import workspaceTrust from '@codingame/monaco-vscode-workspace-trust-service-override';
import '@codingame/monaco-vscode-welcome-service-override/vscode/vs/workbench/contrib/welcomeViews/common/viewsWelcome.contribution';
import '@codingame/monaco-vscode-welcome-service-override/vscode/vs/workbench/contrib/welcomeViews/common/newFile.contribution';
import type { IEditorOverrideServices } from '@codingame/monaco-vscode-api/services';
import type { BootFolder } from '../../server/protocol/boot.ts';
import { extensionScanner } from '../extensions/extensionScanner.ts';
import type { KnownExtensions } from '../extensions/knownExtensions.ts';
import { forcedStorage } from './deadEnds.ts';
import { searchService } from '../search/searchService.ts';
import { terminals } from '../terminal/terminals.ts';
import type { OptionalParts } from '../parts/optionalParts.ts';

/**
 * The parts of VS Code the workbench consists of. What is not here has no backend yet (tasks, testing,
 * source control) or none at all (remotes, updates, accounts): leaving it out leaves out its user
 * interface too.
 */
export function services(
  known: KnownExtensions,
  folder: BootFolder,
  parts: OptionalParts,
): IEditorOverrideServices {
  return {
    ...log(),
    ...environment(),
    ...lifecycle(),
    ...storage({ forcedValues: forcedStorage }),
    ...workingCopy(),
    ...configuration(),
    ...userDataProfile(),
    ...workspaceTrust(),
    ...secretStorage(),
    ...relauncher(),

    ...workbench(),
    ...notifications(),
    ...dialogs(),
    ...preferences(),
    ...accessibility(),
    ...theme(),
    ...performance(),

    ...model(),
    ...languages(),
    ...languageDetection(),
    ...textmate(),
    ...snippets(),
    ...emmet(),
    ...multiDiffEditor(),

    ...explorer(),
    ...outline(),
    ...timeline(),
    ...markers(),
    ...output(),
    ...searchService(),
    ...terminals(folder),
    ...debug(),
    ...parts.services(),

    ...extensions({ enableWorkerExtensionHost: true }),
    ...extensionGallery({ webOnly: true }),
    ...extensionScanner(known),
  };
}
