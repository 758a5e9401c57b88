import { debug, Uri, workspace, type DebugConfiguration, type DebugSession } from 'vscode';
import type { KeptSession } from '../../../../server/protocol/debug.ts';
import { isRecord, text } from '../json.ts';
import type { RelayAddress } from '../relayAddress.ts';
import type { WindowStore } from '../windowStore.ts';
import { childOptions } from './childSessions.ts';
import { markOf, withMark } from './sessionMark.ts';
import { parseStored, type StoredSession } from './storedSession.ts';

const timeout = 5_000;

type Kept = Extract<KeptSession, { state: 'kept' }>;

/**
 * Debug sessions that the page had before it was loaded again, and that the relay kept: VS Code is let start them as
 * it starts every session, and finds an adapter that has its program already.
 */
export class KeptSessions {
  readonly #address: RelayAddress;
  readonly #store: WindowStore;
  /** Those that wait for VS Code to ask for them, by key. */
  readonly #waiting = new Map<string, Kept>();
  /** VS Code's sessions, by the key that they went on with. */
  readonly #sessions = new Map<string, DebugSession>();

  constructor(address: RelayAddress, store: WindowStore) {
    this.#address = address;
    this.#store = store;
  }

  /** The configuration that a marked one stands for; undefined for any other. */
  configurationOf(marked: DebugConfiguration): DebugConfiguration | undefined {
    const key = markOf(marked);
    const kept = key === undefined ? undefined : this.#waiting.get(key);
    if (key === undefined || !kept) return undefined;
    return { ...kept.configuration, ...marked };
  }

  /** The key of the session to go on with: once, since a restart begins anew. */
  take(configuration: DebugConfiguration): string | undefined {
    const key = markOf(configuration);
    return key !== undefined && this.#waiting.delete(key) ? key : undefined;
  }

  /** Whether a session is there no more; undefined where nobody answers. */
  async isGone(key: string): Promise<boolean | undefined> {
    const [report] = (await this.#inquire([key])) ?? [];
    return report && report.state === 'gone';
  }

  /**
   * Goes on with all that the relay kept for this window. To be called once, when the page has started.
   *
   * @returns those that have ended.
   */
  async goOn(): Promise<readonly StoredSession[]> {
    const stored = [...this.#store.all()].flatMap(([id, content]) => {
      const read = parseStored(content);
      return read ? [{ id, ...read }] : [];
    });
    if (stored.length === 0) return [];
    const reports = (await this.#inquire(stored.map(({ key }) => key))) ?? [];
    const states = new Map(reports.map((report) => [report.session, report]));
    for (const report of reports) if (report.state === 'kept') this.#waiting.set(report.session, report);
    const ended: StoredSession[] = [];
    for (const session of parentsFirst(stored, states)) {
      const { state } = states.get(session.key) ?? { state: 'gone' };
      // One that another page has was copied with the tab.
      const goesOn = state === 'attached' || (state === 'kept' && (await this.#start(session)));
      if (!goesOn) ended.push(session);
      this.#store.forget(session.id);
    }
    return ended;
  }

  async #start({ key, folder }: StoredSession): Promise<boolean> {
    const kept = this.#waiting.get(key);
    if (!kept) return false;
    const { configuration, type } = kept;
    const parent = kept.parent === undefined ? undefined : this.#sessions.get(kept.parent);
    const { request, name } = configuration;
    const marked = withMark(
      {
        type: text(configuration['type']) ?? type,
        request: request === 'attach' ? 'attach' : 'launch',
        name: text(name) ?? type,
      },
      key,
    );
    const seen = debug.onDidStartDebugSession((session) => {
      if (markOf(session.configuration) === key) this.#sessions.set(key, session);
    });
    try {
      const uri = folder === undefined ? undefined : Uri.parse(folder);
      return await debug.startDebugging(uri && workspace.getWorkspaceFolder(uri), marked, {
        ...(parent && childOptions(parent)),
        suppressSaveBeforeStart: true,
        suppressDebugView: true,
      });
    } finally {
      seen.dispose();
      this.#waiting.delete(key);
    }
  }

  async #inquire(keys: readonly string[]): Promise<readonly KeptSession[] | undefined> {
    if (!this.#address.isKnown) return undefined;
    try {
      const url = new URL('/api/debug-sessions', this.#address.url('', undefined).replace(/^ws/, 'http'));
      for (const key of keys) url.searchParams.append('session', key);
      const answer = await this.#address.fetch(url.href, {
        signal: AbortSignal.timeout(timeout),
        redirect: 'manual',
      });
      const reports: unknown = answer.ok ? await answer.json() : undefined;
      return Array.isArray(reports) ? reports.filter(isReport) : undefined;
    } catch {
      // Nobody answers: the server is down or the network is.
      return undefined;
    }
  }
}

function parentsFirst<T extends StoredSession>(
  stored: readonly T[],
  states: ReadonlyMap<string, KeptSession>,
): readonly T[] {
  const depth = (key: string): number => {
    const report = states.get(key);
    return report?.state === 'kept' && report.parent !== undefined ? 1 + depth(report.parent) : 0;
  };
  return stored.toSorted((left, right) => depth(left.key) - depth(right.key));
}

function isReport(value: unknown): value is KeptSession {
  if (!isRecord(value) || typeof value['session'] !== 'string') return false;
  return value['state'] !== 'kept' || (typeof value['type'] === 'string' && isRecord(value['configuration']));
}
