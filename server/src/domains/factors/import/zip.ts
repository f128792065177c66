import { type Entry, fromBufferPromise } from 'yauzl';

type ZippedFile = { readonly name: string; readonly bytes: Buffer };

const MEGABYTE = 1024 * 1024;

/**
 * Limits of an archive, so that a small upload cannot take the memory or the CPU of the service. Exports
 * of databases are tens of thousands of small XML or JSON files.
 */
const MAX_FILES = 100_000;
const MAX_FILE_BYTES = 64 * MEGABYTE;
const MAX_UNPACKED_BYTES = 16 * 1024 * MEGABYTE;
const MAX_RATIO = 100;
/** Up to here the ratio is not checked: a small repetitive file may compress better. */
const UNCHECKED_RATIO_BYTES = 10 * MEGABYTE;

/** The ZIP archive cannot be read, or exceeds a limit. The message is for the person who sent it. */
export class ZipError extends Error {}

/** The wanted files of a ZIP archive, in the order of its directory. Each is unpacked when it is reached. */
export async function* zippedFiles(
  archive: Buffer,
  isWanted: (name: string) => boolean,
): AsyncGenerator<ZippedFile> {
  try {
    const zip = await fromBufferPromise(archive);
    if (zip.entryCount > MAX_FILES)
      throw new Error(`it has ${zip.entryCount} files; at most ${MAX_FILES} are allowed.`);
    let unpackedBytes = 0;
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry.fileName)) continue;
      // yauzl ends a file with an error when it is larger than the directory declares.
      unpackedBytes += entry.uncompressedSize;
      assertWithinLimits(entry, unpackedBytes, archive.length);
      const parts: Buffer[] = [];
      for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
      yield { name: entry.fileName, bytes: Buffer.concat(parts) };
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ZipError(`The ZIP archive cannot be read: ${reason}`, { cause: error });
  }
}

function assertWithinLimits(entry: Entry, unpackedBytes: number, archiveBytes: number): void {
  const { fileName, uncompressedSize } = entry;
  if (!entry.canDecodeFileData())
    throw new Error(`${fileName} is encrypted, or compressed by a method other than DEFLATE.`);
  if (uncompressedSize > MAX_FILE_BYTES)
    throw new Error(
      `${fileName} has ${uncompressedSize} bytes; at most ${MAX_FILE_BYTES} are allowed.`,
    );
  const isTooDense =
    unpackedBytes > UNCHECKED_RATIO_BYTES && unpackedBytes > archiveBytes * MAX_RATIO;
  if (isTooDense || unpackedBytes > MAX_UNPACKED_BYTES) {
    throw new Error(
      `it unpacks to more than ${MAX_RATIO} times its size, or to more than ${MAX_UNPACKED_BYTES} bytes.`,
    );
  }
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}
