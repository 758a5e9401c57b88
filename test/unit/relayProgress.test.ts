import { describe, expect, it } from 'vitest';
import { ProgressBoard } from '../../extensions/relay/src/progressBoard.ts';

function begin(board: ProgressBoard, token: unknown, value: object = {}): boolean {
  return board.accept({ token, value: { kind: 'begin', title: 'Indexing', ...value } });
}

describe('reported work', () => {
  it('shows the latest message and a percentage between 0 and 100 (KI-42)', () => {
    const board = new ProgressBoard();
    begin(board, 'a', { percentage: -5 });
    expect(board.current()?.primary).toEqual({ title: 'Indexing', percentage: 0 });
    board.accept({ token: 'a', value: { kind: 'report', message: 'core', percentage: 140 } });
    expect(board.current()?.primary).toEqual({ title: 'Indexing', message: 'core', percentage: 100 });
  });

  it('keeps what a report leaves out, and has no percentage where none was given (KI-43, KI-P15)', () => {
    const board = new ProgressBoard();
    begin(board, 1, { message: 'reading' });
    board.accept({ token: 1, value: { kind: 'report' } });
    expect(board.current()).toEqual({ primary: { title: 'Indexing', message: 'reading' }, others: 0 });
  });

  it('puts the oldest token first and counts the others, whose numbers and strings differ (KI-44, KI-P15)', () => {
    const board = new ProgressBoard();
    begin(board, 1, { title: 'first' });
    begin(board, '1', { title: 'second' });
    expect(board.current()).toEqual({ primary: { title: 'first' }, others: 1 });
    board.accept({ token: 1, value: { kind: 'end' } });
    expect(board.current()).toEqual({ primary: { title: 'second' }, others: 0 });
  });

  it('knows that work ended without claiming anything about the project (KI-45, KI-47)', () => {
    const board = new ProgressBoard();
    expect(board.finished).toBe(false);
    begin(board, 'a');
    expect(board.finished).toBe(false);
    board.accept({ token: 'a', value: { kind: 'end' } });
    expect(board.finished).toBe(true);
    expect(board.current()).toBeUndefined();
  });

  it('is not moved by what is malformed, unknown, or no work at all (KI-P15)', () => {
    const board = new ProgressBoard();
    const odd = [
      undefined,
      {},
      { token: 'a' },
      { token: 'a', value: [1, 2] },
      { token: 'a', value: { kind: 'begin' } },
      { token: null, value: { kind: 'begin', title: 'x' } },
      { token: 'a', value: { kind: 'report', message: 'x' } },
      { token: 'a', value: { kind: 'end' } },
    ];
    expect(odd.map((params) => board.accept(params))).toEqual(odd.map(() => false));
    expect(board.current()).toBeUndefined();
  });

  it('drops everything when the server is gone (KI-46, T067)', () => {
    const board = new ProgressBoard();
    begin(board, 'a', { percentage: 40 });
    board.clear();
    expect(board.current()).toBeUndefined();
    expect(board.finished).toBe(false);
  });
});
