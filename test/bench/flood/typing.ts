import { until } from '../../harness/until.ts';
import type { Chrome } from '../chrome.ts';

declare global {
  interface Window {
    typing?: { readonly lags: number[] };
  }
}

/**
 * Types into the editor that has the focus, one character after the other, for as long as `goesOn`.
 *
 * @returns for each character, the milliseconds from the browser's receipt of the key to the frame that shows it
 */
export async function type(chrome: Chrome, goesOn: (typed: number) => Promise<boolean>): Promise<number[]> {
  await chrome.evaluate(`(${watchTyping.toString()})()`);
  for (let typed = 0; await goesOn(typed); typed++) {
    await chrome.press('x');
    await until(
      'the character is shown',
      async () => (await chrome.evaluate<number>('window.typing.lags.length')) > typed,
      { everyMilliseconds: 40 },
    );
  }
  return chrome.evaluate('window.typing.lags');
}

/** Runs in the page, and must not refer to anything outside itself. */
function watchTyping(): void {
  const lags: number[] = [];
  const lines = document.querySelector('.editor-group-container.active .view-lines');
  if (!lines) throw new Error('There is no editor.');
  let pressed: number | undefined;
  const onKey = (event: KeyboardEvent) => {
    // When the browser got the key, however long the page took to look at it.
    if (event.key === 'x') pressed = event.timeStamp;
  };
  const observer = new MutationObserver(() => {
    if (pressed === undefined) return;
    const since = pressed;
    pressed = undefined;
    // A task after the frame that draws the change, or after the one that it is part of already.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => lags.push(performance.now() - since);
      port2.postMessage(undefined);
    });
  });
  window.addEventListener('keydown', onKey, { capture: true });
  observer.observe(lines, { childList: true, subtree: true, characterData: true });
  window.typing = { lags };
}
