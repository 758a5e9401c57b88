import { getService, IQuickInputService } from '@codingame/monaco-vscode-api/services';
import type { IQuickPickItem } from '@codingame/monaco-vscode-api/vscode/vs/platform/quickinput/common/quickInput';
import type { RegistryExtension } from '../../../server/protocol/extensionInstall.ts';
import { searchRegistry } from './installClient.ts';

interface Item extends IQuickPickItem {
  readonly extension?: RegistryExtension;
}

/** Whoever types is not searched for at each letter. */
const pause = 250;

/** Lets the user look for an extension in the registry, and take one. */
export async function pickFromRegistry(): Promise<RegistryExtension | undefined> {
  const quickInput = await getService(IQuickInputService);
  const pick = quickInput.createQuickPick<Item>();
  pick.placeholder = 'Search the registry of extensions';
  // The registry knows best what fits.
  pick.matchOnLabel = false;
  pick.sortByLabel = false;
  let search = new AbortController();
  let timer: number | undefined;
  const look = async (): Promise<void> => {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    pick.busy = true;
    try {
      const found = await searchRegistry(pick.value, signal);
      pick.items = found.length > 0 ? found.map(toItem) : [says('The registry has nothing like this.')];
    } catch (error) {
      if (signal.aborted) return;
      pick.items = [says(error instanceof Error ? error.message : String(error))];
    }
    pick.busy = false;
  };
  return new Promise((resolve) => {
    pick.onDidChangeValue(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(), pause);
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (!item?.extension) return;
      resolve(item.extension);
      pick.hide();
    });
    pick.onDidHide(() => {
      window.clearTimeout(timer);
      search.abort();
      pick.dispose();
      // After `onDidAccept` this changes nothing.
      resolve(undefined);
    });
    pick.show();
    void look();
  });
}

function toItem(extension: RegistryExtension): Item {
  const { id, title, version, description } = extension;
  return { label: title, description: `${id} ${version}`, detail: description, alwaysShow: true, extension };
}

function says(text: string): Item {
  return { label: text, alwaysShow: true };
}
