import { findPath, readString } from '../json.ts';
import { isRecord, parse } from '../rpc.ts';
import { decode } from '../text.ts';
import { OutputMemory, type Said } from './outputMemory.ts';
import { allContinued, Stops } from './stops.ts';

/** A message beyond this is not remembered; a session whose launch is longer cannot be taken up again. */
const longest = 1024 * 1024;
const missable = { messages: 256, bytes: 1024 * 1024 };
const capabilityEvents = 16;

/** What a page that comes later has to be told. */
export interface Retelling {
  readonly messages: readonly Uint8Array[];
  /** Bytes of output that are not among them, since it was too much. */
  readonly dropped: number;
}

/**
 * What a page has to know of a session that it was not there for: messages as they came, within bounds. Nothing but
 * the few that say where the program stands is parsed.
 */
export class Recollection {
  readonly #output = new OutputMemory();
  readonly #stops = new Stops();
  /** The answer to `initialize`, and what the adapter said later of what it can do. */
  #capabilities: Said[] = [];
  #launch: Uint8Array | undefined;
  #isLaunched = false;
  #isConfigured = false;
  readonly #last = new Map<'process' | 'exited' | 'terminated', Said>();
  #missed: Said[] = [];
  #missedBytes = 0;

  /** The program runs as the page wanted it, and all that another page needs is known. */
  get isComplete(): boolean {
    return this.#isLaunched && this.#isConfigured && this.#capabilities.length > 0;
  }

  /** Arguments of `launch` or `attach`: the configuration as the page had resolved it. */
  configuration(): Record<string, unknown> | undefined {
    const args = this.#launch && parse(this.#launch)?.['arguments'];
    return isRecord(args) ? args : undefined;
  }

  /** A request of the page. `at`: how many messages had been said to it. */
  asked(seq: number, command: string, message: Uint8Array, at: number): void {
    this.#stops.asked(seq, command, message, at);
    // Where there is no `configurationDone`, this is what follows the breakpoints.
    if (command === 'threads') this.#isConfigured = true;
    if (command !== 'launch' && command !== 'attach') return;
    this.#isLaunched = false;
    this.#launch = message.length <= longest ? new Uint8Array(message) : undefined;
  }

  /** @returns whether it ended a stop without an event that says so. */
  answered(seq: number, command: string, message: Uint8Array, at: number): boolean {
    if (command === 'initialize') this.#remember(message, at);
    else if (command === 'launch' || command === 'attach') {
      this.#isLaunched = this.#launch !== undefined && isSuccess(message);
    } else if (command === 'configurationDone') this.#isConfigured ||= isSuccess(message);
    return this.#stops.answered(seq, command, message, at);
  }

  /** @param isMissed nobody was there to hear it */
  heard(name: string, message: Uint8Array, at: number, isMissed: boolean): void {
    switch (name) {
      case 'output':
        if (!isTelemetry(message)) this.#output.add(message, at);
        break;
      case 'capabilities':
        if (this.#capabilities.length <= capabilityEvents) this.#remember(message, at);
        break;
      case 'process':
      case 'exited':
      case 'terminated':
        if (message.length <= longest) this.#last.set(name, { message: new Uint8Array(message), at });
        break;
      case 'stopped':
      case 'continued':
        this.#stops.heard(name, message, at);
        break;
      default:
        this.#stops.heard(name, message, at);
        if (isMissed) this.#miss(message, at);
    }
  }

  /** Everything, for a page that knows nothing. */
  fromTheBeginning(): Retelling {
    const { messages, dropped } = this.#output.since(-1);
    return {
      messages: [
        ...this.#capabilities.map(({ message }) => message),
        ...this.#lastSince(-1, 'process'),
        ...messages,
        ...this.#takeMissed(-1),
        ...this.#stops.all(),
        ...this.#lastSince(-1, 'exited', 'terminated'),
      ],
      dropped,
    };
  }

  /** The rest, for a page that got that many messages. */
  since(at: number): Retelling {
    const { messages, dropped } = this.#output.since(at);
    return {
      messages: [
        ...messages,
        ...this.#takeMissed(at),
        ...(this.#stops.changedAt > at ? [allContinued(), ...this.#stops.all()] : []),
        ...this.#lastSince(at, 'exited', 'terminated'),
      ],
      dropped,
    };
  }

  #remember(message: Uint8Array, at: number): void {
    if (message.length <= longest) this.#capabilities.push({ message: new Uint8Array(message), at });
  }

  #miss(message: Uint8Array, at: number): void {
    const isFull = this.#missed.length >= missable.messages;
    if (isFull || this.#missedBytes + message.length > missable.bytes) return;
    this.#missed.push({ message: new Uint8Array(message), at });
    this.#missedBytes += message.length;
  }

  #takeMissed(at: number): readonly Uint8Array[] {
    const missed = this.#missed.filter((said) => said.at > at).map(({ message }) => message);
    this.#missed = [];
    this.#missedBytes = 0;
    return missed;
  }

  #lastSince(at: number, ...names: readonly ('process' | 'exited' | 'terminated')[]): readonly Uint8Array[] {
    return names.flatMap((name) => {
      const said = this.#last.get(name);
      return said && said.at > at ? [said.message] : [];
    });
  }
}

function isSuccess(message: Uint8Array): boolean {
  const span = findPath(message, 'success');
  return span !== undefined && decode(message.subarray(span.start, span.end)) === 'true';
}

/** Nobody is shown that. */
function isTelemetry(message: Uint8Array): boolean {
  const span = findPath(message, 'body', 'category');
  return span !== undefined && readString(message, span) === 'telemetry';
}
