import { Chrome, type ChromeOptions } from '../chrome.ts';
import { trafficIn, type Traffic } from './netLog.ts';
import { startTrace, type Scripting } from './scripting.ts';

export interface VisitOptions extends ChromeOptions {
  readonly netLog: string;
  readonly url: string;
  /** The file to click as soon as the explorer shows it; without it, the tab from the last visit comes back. */
  readonly click?: string;
  readonly traced?: boolean;
}

/** One start of the workbench. Times in milliseconds from the beginning of the navigation. */
export interface Visit {
  readonly firstLine: number;
  readonly firstProblem: number;
  readonly toFirstLine: Traffic;
  readonly toFirstProblem: Traffic;
  /** Bytes of live objects of the page's main thread, once the problem is shown. */
  readonly heap: number;
  readonly scripting?: Scripting;
}

/** Opens the workbench in a new browser process, and waits for its first line and the problem in it. */
export async function visit(options: VisitOptions): Promise<Visit> {
  const { marks, heap, scripting } = await watch(options);
  const { origin, firstLine, firstProblem } = marks;
  return {
    firstLine,
    firstProblem,
    toFirstLine: trafficIn(options.netLog, origin + firstLine),
    toFirstProblem: trafficIn(options.netLog, origin + firstProblem),
    heap,
    ...(scripting && { scripting }),
  };
}

interface Marks {
  /** Milliseconds since 1970. */
  readonly origin: number;
  readonly firstLine: number;
  readonly firstProblem: number;
}

async function watch(options: VisitOptions) {
  await using chrome = await Chrome.launch(options);
  const source = `(${inPage.toString()})(${JSON.stringify(options.click ?? null)})`;
  await chrome.ask('Page.enable', {}, { ofPage: true });
  // A window without focus does not write down its state.
  await chrome.ask('Emulation.setFocusEmulationEnabled', { enabled: true }, { ofPage: true });
  await chrome.ask('Page.addScriptToEvaluateOnNewDocument', { source }, { ofPage: true });
  const stopTrace = options.traced ? await startTrace(chrome) : undefined;
  await chrome.ask('Page.navigate', { url: options.url }, { ofPage: true });
  const marks = await chrome.evaluate<Marks>('window.benchmark.marks');
  const scripting = await stopTrace?.();
  await chrome.ask('HeapProfiler.collectGarbage', {}, { ofPage: true });
  const { usedSize } = await chrome.ask<{ usedSize: number }>('Runtime.getHeapUsage', {}, { ofPage: true });
  if (options.click) await chrome.evaluate(`window.benchmark.isKept(${JSON.stringify(options.click)})`);
  return { marks, heap: usedSize, scripting };
}

declare global {
  interface Window {
    benchmark?: { marks: Promise<Marks>; isKept(file: string): Promise<void> };
  }
}

/** Runs in the page before anything else does, and must not refer to anything outside itself. */
function inPage(click: string | null): void {
  // Frames are no concern of ours.
  if (window !== window.top) return;
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));
  const until = (condition: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!condition()) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now()));
      });
      observer.observe(document, { childList: true, subtree: true });
    });

  const firstProblem = until(() => document.getElementsByClassName('squiggly-error').length > 0);
  const firstLine = async (): Promise<number> => {
    for (;;) {
      const [mark] = performance.getEntriesByName('mooring/firstEditorLine');
      if (mark) return mark.startTime;
      await pause();
    }
  };

  const open = async (name: string): Promise<void> => {
    const rows = (): Element | null =>
      document.querySelector(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`);
    await until(() => rows() !== null);
    while (document.querySelector('.tab') === null) {
      for (const type of ['mousedown', 'mouseup', 'click']) {
        rows()?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window }));
      }
      await pause();
    }
  };
  if (click !== null) void open(click);

  window.benchmark = {
    marks: (async () => {
      const [problem, line] = await Promise.all([firstProblem, firstLine()]);
      return { origin: performance.timeOrigin, firstLine: line, firstProblem: problem };
    })(),
    /** VS Code writes down the open tabs a while after they were opened. */
    async isKept(file: string) {
      const request = <T>(made: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          made.onsuccess = () => resolve(made.result);
          made.onerror = () => reject(made.error);
        });
      for (;;) {
        for (const { name = '' } of await indexedDB.databases()) {
          if (!name.startsWith('vscode-web-state-db-')) continue;
          const database = await request(indexedDB.open(name));
          const items = database.transaction('ItemTable').objectStore('ItemTable');
          const tabs = await request<unknown>(items.get('memento/workbench.parts.editor'));
          database.close();
          if (String(tabs).includes(file)) return;
        }
        await pause();
      }
    },
  };
}
