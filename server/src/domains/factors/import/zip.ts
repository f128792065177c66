import { inflateRawSync } from 'node:zlib';

type ZipEntry = { readonly name: string; readonly read: () => Uint8Array };

/** Signature at the end of every archive, before a comment of at most 64 kB. */
const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const DIRECTORY_SIGNATURE = 0x02014b50;
const DIRECTORY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;

/** One dataset is far smaller; an archive that unfolds to more is not one of ours. */
const LARGEST_ENTRY_BYTES = 64 * 1024 * 1024;

/**
 * The files of a ZIP archive in the order of its directory, each unpacked only when read (PKWARE
 * APPNOTE 6.3; no encryption, no ZIP64, no archives in parts).
 */
export function* zipEntries(archive: Uint8Array): Generator<ZipEntry> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry += 1) {
    if (
      at + DIRECTORY_LENGTH > view.byteLength ||
      view.getUint32(at, true) !== DIRECTORY_SIGNATURE
    ) {
      throw new Error('The directory of the ZIP archive is damaged.');
    }
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(
      archive.subarray(at + DIRECTORY_LENGTH, at + DIRECTORY_LENGTH + nameLength),
    );
    const directory = at;
    if (!name.endsWith('/')) yield { name, read: () => readEntry(archive, view, directory, name) };
    at += DIRECTORY_LENGTH + nameLength;
    at += view.getUint16(directory + 30, true) + view.getUint16(directory + 32, true);
  }
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

function findEnd(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - END_LENGTH - 0xffff);
  for (let at = view.byteLength - END_LENGTH; at >= earliest; at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw new Error('Not a ZIP archive, or cut off before its end.');
}

function readEntry(
  archive: Uint8Array,
  view: DataView,
  directory: number,
  name: string,
): Uint8Array {
  const method = view.getUint16(directory + 10, true);
  const packedLength = view.getUint32(directory + 20, true);
  const local = view.getUint32(directory + 42, true);
  // The local header repeats name and extra field, the latter at a length of its own.
  const start =
    local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = archive.subarray(start, start + packedLength);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`${name} is packed in a way that is not supported.`);
  return inflateRawSync(packed, { maxOutputLength: LARGEST_ENTRY_BYTES });
}
