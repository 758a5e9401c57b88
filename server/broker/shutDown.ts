import type { Clock } from './clock.ts';
import type { Conversation } from './conversation.ts';

/**
 * Ends a process as the protocol says (LSP 3.18 "Shutdown Request", "Exit Notification"). One that has not
 * answered `initialize` is not asked: it would not answer this either.
 *
 * @param timeout milliseconds for the answer to `shutdown`.
 */
export async function shutDown(conversation: Conversation, clock: Clock, timeout: number): Promise<void> {
  conversation.instance.resume();
  if (conversation.handshake === 'none' || conversation.handshake === 'asked') {
    return conversation.instance.end('now');
  }
  await new Promise<void>((resolve) => {
    const timer = clock.after(timeout, resolve);
    conversation.ask('shutdown', undefined, () => {
      timer.cancel();
      resolve();
    });
  });
  conversation.notify('exit');
  await conversation.instance.end('politely');
}
