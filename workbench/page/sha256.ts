/**
 * Browsers give plain-http pages of other machines no `crypto.subtle`, without which VS Code cannot start its
 * extension host: it names the host's origin by a SHA-256. This fills in that one function, where it is missing.
 */
export async function provideSha256(): Promise<void> {
  if (globalThis.crypto.subtle !== undefined) return;
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const digest = async (algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer> => {
    const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
    if (name.toUpperCase() !== 'SHA-256') throw new Error(`${name} needs a page that came over https.`);
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return sha256(bytes).slice().buffer;
  };
  Object.defineProperty(globalThis.crypto, 'subtle', { value: { digest }, configurable: true });
}
