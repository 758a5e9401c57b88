import type { DebugProtocol } from '@vscode/debugprotocol';
import { isRecord } from '../json.ts';
import type { Message } from './adapterMessages.ts';

export interface AdoptionWorld {
  readonly answer: (request: DebugProtocol.Request, body?: unknown) => void;
  readonly deliver: (message: Message) => void;
}

/**
 * Plays the adapter's part in the greeting of a session that there was already: VS Code says what it says to every
 * adapter, and this one has heard it from the page before. Breakpoints alone go to the adapter.
 */
export class Adoption {
  readonly #world: AdoptionWorld;
  #capabilities: Record<string, unknown> = {};
  #isRetold = false;
  #isOver = false;
  /** What VS Code is to hear when it is set up. */
  readonly #later: Message[] = [];

  constructor(world: AdoptionWorld) {
    this.#world = world;
  }

  /** All that the relay remembers has come. */
  retold(): void {
    this.#isRetold = true;
  }

  /** From the relay. @returns false when VS Code is to hear it now */
  holds(message: Message): boolean {
    if (this.#isOver) return false;
    if (message.type !== 'response') this.#later.push(message);
    else if (!this.#isRetold) {
      const { command, body } = message as DebugProtocol.Response;
      if (command === 'initialize' && isRecord(body)) this.#capabilities = body;
    }
    return message.type !== 'response' || !this.#isRetold;
  }

  /** From VS Code. @returns whether it is answered here */
  answers(request: DebugProtocol.Request): boolean {
    if (this.#isOver) return false;
    const isDoneByWord = this.#capabilities['supportsConfigurationDoneRequest'] === true;
    switch (request.command) {
      case 'initialize':
        this.#world.answer(request, this.#capabilities);
        return true;
      case 'launch':
      case 'attach':
        this.#world.answer(request);
        this.#world.deliver({
          seq: 0,
          type: 'event',
          event: 'initialized',
        } as DebugProtocol.InitializedEvent);
        return true;
      case 'configurationDone':
        this.#world.answer(request);
        this.#end();
        return true;
      case 'threads':
        // Without that word, this is what follows the breakpoints.
        if (!isDoneByWord) this.#end();
        return false;
      default:
        return false;
    }
  }

  #end(): void {
    this.#isOver = true;
    for (const message of this.#later.splice(0)) this.#world.deliver(message);
  }
}
