/** Public URLs of the worker scripts by the label under which VS Code asks for them: put in by the build. */
declare const WORKER_URLS: Readonly<Record<string, string>>;

declare global {
  interface Window {
    MonacoEnvironment?: {
      getWorkerUrl(module: string, label: string): string;
      getWorkerOptions(module: string, label: string): WorkerOptions;
    };
  }
}

/** Tells VS Code where its workers are. */
export function provideWorkers(): void {
  window.MonacoEnvironment = {
    getWorkerUrl: (_module, label) => {
      const url = WORKER_URLS[label];
      if (!url) throw new Error(`Bug: the build has no worker for ${label}.`);
      return new URL(url, location.href).href;
    },
    getWorkerOptions: () => ({ type: 'module' }),
  };
}
