import type { DapMessage, DebugClient, Wire } from './debugClient.ts';

export interface Drill {
  /** Absolute path of the file with the breakpoint. */
  readonly source: string;
  readonly line: number;
  /** Arguments of `launch` or `attach`. */
  readonly configuration: object;
  readonly request?: 'launch' | 'attach';
}

export interface Stopped {
  readonly threadId: number;
  readonly frame: Wire;
  /** Values by name, of the scope that comes first. */
  readonly locals: ReadonlyMap<string, string>;
  /** The answer to `launch`: some adapters give it only when they are configured. */
  readonly launched: Promise<DapMessage>;
}

/**
 * What every editor does: `initialize`, then `launch` without waiting for its answer, breakpoints once the adapter says
 * `initialized`, `configurationDone`; then looks around at the first stop.
 */
export async function debugToBreakpoint(client: DebugClient, drill: Drill): Promise<Stopped> {
  await initialize(client);
  const launched = client.request(drill.request ?? 'launch', drill.configuration);
  await configure(client, drill);
  return { ...(await lookAround(client)), launched };
}

export function initialize(client: DebugClient): Promise<Wire> {
  return client.result('initialize', {
    adapterID: 'test',
    clientID: 'mooring',
    linesStartAt1: true,
    columnsStartAt1: true,
    pathFormat: 'path',
    supportsRunInTerminalRequest: false,
    supportsStartDebuggingRequest: true,
  });
}

export async function configure(client: DebugClient, { source, line }: Drill): Promise<void> {
  await client.event('initialized');
  await client.result('setBreakpoints', { source: { path: source }, breakpoints: [{ line }] });
  await client.request('setExceptionBreakpoints', { filters: [] });
  await client.result('configurationDone');
}

export async function lookAround(client: DebugClient): Promise<Omit<Stopped, 'launched'>> {
  const { threadId } = (await client.event('stopped')).body;
  const { stackFrames } = await client.result('stackTrace', { threadId, startFrame: 0, levels: 20 });
  const [frame] = stackFrames;
  const { scopes } = await client.result('scopes', { frameId: frame.id });
  const { variables } = await client.result('variables', {
    variablesReference: scopes[0].variablesReference,
  });
  const locals = new Map<string, string>(variables.map(({ name, value }: Wire) => [name, value]));
  return { threadId, frame, locals };
}
