import { RpcError } from '../protocol/errors.ts';
import { scanEnvelope } from './envelope.ts';
import { greetingOf, type Greeting } from './greeting.ts';
import type { Page } from './ports.ts';
import { failure, parse } from './rpc.ts';
import { decode } from './text.ts';

/**
 * A page whose lease is not settled: there is one it may take up, and only its `initialize` tells whether it
 * suits. Until then nothing else is heard.
 */
export class Visitor {
  readonly page: Page;
  readonly #onGreeting: (greeting: Greeting, message: Uint8Array) => void;
  #hasGreeted = false;

  constructor(page: Page, onGreeting: (greeting: Greeting, message: Uint8Array) => void) {
    this.page = page;
    this.#onGreeting = onGreeting;
  }

  receive(message: Uint8Array): void {
    const envelope = scanEnvelope(message);
    if (envelope?.kind === 'request' && envelope.method === 'initialize' && !this.#hasGreeted) {
      this.#hasGreeted = true;
      return this.#onGreeting(greetingOf(parse(message)?.['params']), message);
    }
    if (envelope && envelope.kind !== 'request') return;
    const id = envelope ? decode(message.subarray(envelope.id.start, envelope.id.end)) : 'null';
    const code = envelope ? RpcError.invalidRequest : RpcError.parseError;
    this.page.send(failure(id, code, 'The first request has to be "initialize".'));
  }
}
