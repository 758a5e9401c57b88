const perLine = 8;

/**
 * Memory as text, narrow enough for half a window: address, bytes, characters.
 *
 *     0x7fffffffeb30  07 00 00 00 01 00 00 00  ........
 */
export function hexDump(address: bigint, bytes: Uint8Array): string {
  const lines = Array.from({ length: Math.ceil(bytes.length / perLine) }, (_, line) => {
    const at = line * perLine;
    const part = bytes.subarray(at, at + perLine);
    const place = (address + BigInt(at)).toString(16).padStart(12, '0');
    const digits = Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    return `0x${place}  ${digits.padEnd(perLine * 3 - 1)}  ${textOf(part)}\n`;
  });
  return lines.join('');
}

function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(
    '',
  );
}
