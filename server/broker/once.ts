/** A function that does what it does the first time it is called, whoever calls it. */
export function once<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  let isDone = false;
  return (...args) => {
    if (isDone) return;
    isDone = true;
    run(...args);
  };
}
