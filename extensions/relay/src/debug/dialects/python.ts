import { l10n, window, type DebugConfiguration } from 'vscode';
import { isRecord } from '../../json.ts';
import type { DebugDialect } from './dialect.ts';

/** debugpy: processes that the program starts announce themselves by an event. */
export const python: DebugDialect = {
  childEvent: 'debugpyAttach',
  prepare: async (configuration) => {
    const port = waitsAt(configuration);
    if (port === undefined) return configuration;
    const text = l10n.t(
      'A Python program that waits for a debugger at a port ("debugpy --listen") has an adapter of its own, which Mooring cannot reach. Start it with "python -m debugpy --connect {0}", after a configuration that has "listen" in place of "connect".',
      port,
    );
    // An error that is thrown would have VS Code make a launch.json, which is there already.
    await window.showErrorMessage(text, { modal: true });
    return undefined;
  },
  offers: async () =>
    (['internalConsole', 'integratedTerminal'] as const).map((console) => ({
      type: 'debugpy',
      request: 'launch',
      name: `Python File in the ${console === 'internalConsole' ? 'Debug Console' : 'Terminal'}`,
      program: '${file}',
      console,
    })),
};

/** debugpy's adapter would wait for the program to call, and at last say that none did. */
function waitsAt({ request, connect, port }: DebugConfiguration): string | undefined {
  if (request !== 'attach') return undefined;
  const named: unknown = isRecord(connect) ? connect['port'] : port;
  return named === undefined ? undefined : String(named);
}
