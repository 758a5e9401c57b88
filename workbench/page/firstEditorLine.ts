/** Leaves the performance mark `mooring/firstEditorLine` when the first line of an editor is on the screen. */
export function markFirstEditorLine(): void {
  const isThere = (): boolean => document.querySelector('.monaco-editor .view-line span span') !== null;
  const mark = (): void => {
    // The next frame is the one that shows it.
    requestAnimationFrame(() => performance.mark('mooring/firstEditorLine'));
  };
  if (isThere()) return mark();
  const observer = new MutationObserver(() => {
    if (!isThere()) return;
    observer.disconnect();
    mark();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
