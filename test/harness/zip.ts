import { deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly content?: string | Uint8Array;
  /** File mode with type, as Unix zips have it. */
  readonly mode?: number;
  readonly encrypted?: boolean;
  /** What the archive says its size is, where that is a lie. */
  readonly claimedSize?: number;
}

/** A zip archive, also one that no tool would make. Names are taken as they are. */
export function zip(entries: readonly (readonly [name: string, entry: ZipEntry | string])[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, given] of entries) {
    const entry = typeof given === 'string' ? { content: given } : given;
    const name = Buffer.from(path);
    const content = Buffer.from(entry.content ?? '');
    const packed = deflateRawSync(content);
    // APPNOTE 4.3.7: version, flags (UTF-8 names), method (deflate), time, date, CRC, sizes, lengths.
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(0x800 | (entry.encrypted ? 1 : 0), 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(0x21_0000, 6);
    header.writeUInt32LE(crc32(content), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(entry.claimedSize ?? content.length, 18);
    header.writeUInt16LE(name.length, 22);
    const record = Buffer.concat([Buffer.from('PK\x03\x04'), header, name, packed]);
    local.push(record);
    // 4.3.12: made by Unix, then the same, comment, disk, attributes and the place of the local header.
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), header, tail, name]));
    offset += record.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end]);
}

/** A `.vsix` with a manifest and files, as the packer of VS Code makes it. */
export function vsix(
  manifest: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string | ZipEntry>> = {},
): Buffer {
  return zip([
    ['[Content_Types].xml', '<Types/>'],
    ['extension.vsixmanifest', '<PackageManifest/>'],
    ['extension/package.json', JSON.stringify(manifest, null, 2)],
    ...Object.entries(files).map(([name, entry]) => [`extension/${name}`, entry] as const),
  ]);
}

/** Zlib has it, but not in every Node that is supported. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}
