import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Disk } from './disk.ts';
import { makeFolder } from './make-folder.ts';
import type { Scope } from './scope.ts';

/** Files of customers: large, written once, read as streams. Names come from `fileName` only. */
export type Files = {
  /** Opens a file for writing; creates it if it does not exist. */
  readonly open: (name: string) => Promise<WritableFile>;
  /** Bytes from one up to, but not including, another. */
  readonly read: (name: string, fromByte?: number, toByte?: number) => Readable;
  /** Size of a file in bytes; undefined if it does not exist. */
  readonly sizeOf: (name: string) => Promise<number | undefined>;
  readonly move: (from: string, to: string) => Promise<void>;
  /** Deletes a file; a missing file is not an error. */
  readonly remove: (name: string) => Promise<void>;
  /** Deletes the files that were last written before a moment; returns their number. */
  readonly removeWrittenBefore: (
    moment: Date,
    /** Of these files only, by name; of all by default. */
    isMeant?: (name: string) => boolean,
  ) => Promise<number>;
};

export type WritableFile = {
  /**
   * Writes at a position and overwrites: writing again after a failure leaves one copy. Throws
   * `DiskFull` when the disk has too little free space for files.
   */
  readonly write: (data: Buffer, atByte: number) => Promise<void>;
  readonly truncate: (toBytes: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** File name of a tenant's file; `part` distinguishes several files of one id. */
export function fileName(scope: Scope, id: string, part: string): string {
  return `${scope.organizationId}/${scope.environment}/${id}.${part}`;
}

const highWaterMark = 256 * 1024;

/**
 * Files in a folder of this machine. Processes that share jobs share the folder. Without `disk`, as at
 * the command line, only the system refuses writes.
 */
export function openFiles(dataFolder: string, disk?: Disk): Files {
  const folder = join(dataFolder, 'files');
  const pathOf = (name: string) => join(folder, name);
  return {
    open: async (name) => {
      await makeFolder(dirname(pathOf(name)));
      return writable(await openForWriting(pathOf(name)), disk);
    },
    read: (name, fromByte = 0, toByte = Number.POSITIVE_INFINITY) =>
      fromByte >= toByte
        ? Readable.from([])
        : createReadStream(pathOf(name), { start: fromByte, end: toByte - 1, highWaterMark }),
    sizeOf: async (name) => (await statOf(pathOf(name)))?.size,
    move: (from, to) => rename(pathOf(from), pathOf(to)),
    remove: (name) => rm(pathOf(name), { force: true }),
    removeWrittenBefore: (moment, isMeant = () => true) =>
      removeWrittenBefore(folder, moment, isMeant),
  };
}

async function openForWriting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return open(path, 'w', 0o600);
  }
}

function writable(file: FileHandle, disk: Disk | undefined): WritableFile {
  return {
    write: async (data, atByte) => {
      disk?.assertRoomForFiles();
      for (let written = 0; written < data.length; ) {
        const { bytesWritten } = await file.write(data, written, undefined, atByte + written);
        written += bytesWritten;
      }
    },
    truncate: (toBytes) => file.truncate(toBytes),
    close: () => file.close(),
  };
}

async function removeWrittenBefore(
  folder: string,
  moment: Date,
  isMeant: (name: string) => boolean,
): Promise<number> {
  let removed = 0;
  for (const entry of await entriesOf(folder)) {
    if (!entry.isFile() || !isMeant(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await statOf(path);
    // Another process, which tidies too, may have been faster.
    if (found === undefined || found.mtime >= moment) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function entriesOf(folder: string) {
  const entries = readdir(folder, { withFileTypes: true, recursive: true });
  return (await ignoreMissing(entries)) ?? [];
}

function statOf(path: string) {
  return ignoreMissing(stat(path));
}

async function ignoreMissing<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
