/** UTF-8 both ways. ECMAScript has no names for these two; Node and every browser do. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}
