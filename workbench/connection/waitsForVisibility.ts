import { quickTries } from '../../server/protocol/reconnectDelay.ts';

/** After the first tries a page that nobody looks at waits until it is looked at. */
export function waitsForVisibility(attempt: number, hidden: boolean): boolean {
  return hidden && attempt >= quickTries;
}
