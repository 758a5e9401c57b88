/** VS Code's walkthroughs: a part of the workbench that is fetched only where an extension has some. See notebooks.ts. */
import '../product/services.ts';
import './walkthroughContent.ts';
import {
  getService,
  SyncDescriptor,
  type IEditorOverrideServices,
} from '@codingame/monaco-vscode-api/services';
import { IWalkthroughsService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.service';
import { walkthroughsExtensionPoint } from '@codingame/monaco-vscode-walkthrough-service-override/vscode/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedExtensionPoint';
import { WalkthroughsService } from '@codingame/monaco-vscode-walkthrough-service-override/vscode/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService';
import '@codingame/monaco-vscode-walkthrough-service-override/vscode/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStarted.contribution';

/** The package's own entry would bring two megabytes of pictures for VS Code's own walkthroughs. */
export function services(): IEditorOverrideServices {
  return { [IWalkthroughsService.toString()]: new SyncDescriptor(WalkthroughsService, [], true) };
}

/** Steps are done by what happens, also before somebody opens a walkthrough: the service is there from the start. */
export async function start(): Promise<void> {
  (await getService(IWalkthroughsService)).getWalkthroughs();
}

// This build of VS Code registers its own walkthroughs, which are about another product, and takes up none of the
// extensions': what it does with those is there, and nothing calls it.
Reflect.set(WalkthroughsService.prototype, 'registerWalkthroughs', function (this: WalkthroughsService) {
  walkthroughsExtensionPoint.setHandler((_all, { added, removed }) => {
    for (const { description } of removed) {
      void call(this, 'unregisterExtensionWalkthroughContributions', description);
    }
    for (const { description, collector } of added) {
      call(this, 'registerExtensionWalkthroughContributions', description).catch((error: unknown) =>
        collector.error(error instanceof Error ? error.message : String(error)),
      );
    }
  });
});

async function call(service: WalkthroughsService, method: string, argument: unknown): Promise<void> {
  const found: unknown = Reflect.get(service, method);
  if (typeof found !== 'function') throw new Error(`Bug: walkthroughs have no ${method}.`);
  await Reflect.apply(found, service, [argument]);
}
