import { describe, expect, it } from 'vitest';
import { largeBuffers } from '../../server/process/largeBuffers.ts';

const mebibyte = 1024 * 1024;

describe('The memory of long messages', () => {
  it('is used again once it was given back, and never before', () => {
    const first = largeBuffers.take(5 * mebibyte);
    const second = largeBuffers.take(5 * mebibyte);
    expect(second.buffer).not.toBe(first.buffer);
    largeBuffers.giveBack(first);
    largeBuffers.giveBack(first);
    const third = largeBuffers.take(4 * mebibyte);
    expect(third.buffer).toBe(first.buffer);
    expect(third.length).toBe(4 * mebibyte);
    expect(largeBuffers.take(4 * mebibyte).buffer).not.toBe(first.buffer);
  });

  it('is not kept of short or huge messages, nor of what came from elsewhere', () => {
    for (const length of [10, 12 * mebibyte]) {
      const buffer = largeBuffers.take(length);
      largeBuffers.giveBack(buffer);
      expect(largeBuffers.take(length).buffer).not.toBe(buffer.buffer);
    }
    const foreign = new Uint8Array(mebibyte);
    largeBuffers.giveBack(foreign);
    expect(largeBuffers.take(mebibyte / 2).buffer).not.toBe(foreign.buffer);
  });
});
