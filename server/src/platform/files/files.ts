import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Scope } from '../scope.ts';

/** Files of customers in one place: a folder of this machine, or a bucket. Names come from `fileName` only. */
export type Files = {
  /** Stores a small file whole or not at all; replaces a file of the same name. */
  readonly put: (name: string, bytes: Uint8Array, mediaType: string) => Promise<void>;
  /** Stores a stream under a name that it gets by `commit`; after a failure of the stream nothing is left. */
  readonly draft: (name: string, content: AsyncIterable<Uint8Array>) => Promise<FileDraft>;
  /** Opens a file that grows; creates it if it does not exist. Only one writer may have it open. */
  readonly open: (name: string) => Promise<GrowingFile>;
  /** Bytes from one up to, but not including, another; the stream fails with `FileMissing` if there is no file. */
  readonly read: (name: string, fromByte?: number, toByte?: number) => Readable;
  /** Undefined if the file does not exist. */
  readonly statOf: (name: string) => Promise<FileStat | undefined>;
  /** Deletes a file; a missing file is not an error. */
  readonly remove: (name: string) => Promise<void>;
  /** All files whose names begin so; drafts are left out. */
  readonly list: (prefix?: string) => AsyncIterable<FileStat & { readonly name: string }>;
  /** Deletes drafts that killed processes left; those written after the moment stay. */
  readonly removeDrafts: (before: Date) => Promise<void>;
};

export type FileStat = { readonly bytes: number; readonly writtenAt: Date };

export type FileDraft = {
  readonly bytes: number;
  readonly commit: () => Promise<void>;
  /** Deletes the draft; has no effect after `commit`. */
  readonly discard: () => Promise<void>;
};

export type GrowingFile = {
  /**
   * Writes at a position, in place of everything from there on: writing again after a failure leaves one copy.
   * Throws `DiskFull` when the disk has too little free space for files.
   */
  readonly write: (data: Buffer, atByte: number) => Promise<void>;
  /** Cuts the file; throws if it is shorter, because bytes were lost then. */
  readonly truncate: (toBytes: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The place of files does not answer or refuses the service: an outage, to be waited out. */
export class FilesUnavailable extends Error {}

export class FileMissing extends Error {
  constructor(name: string) {
    super(`The file ${name} does not exist.`);
  }
}

export function assertReaches(bytes: number, toBytes: number): void {
  if (toBytes > bytes) throw new Error(`The file has ${bytes} bytes; ${toBytes} had been written.`);
}

/** File name of a tenant's file; `part` distinguishes several files of one id. */
export function fileName(scope: Scope, id: string, part: string): string {
  return `${folderOf(scope)}${id}.${part}`;
}

/** Beginning of the names of a tenant's files. */
export function folderOf({ organizationId, environment }: Scope): string {
  return `${organizationId}/${environment}/`;
}

/** Size of a file in bytes; undefined if it does not exist. */
export async function sizeOf(files: Files, name: string): Promise<number | undefined> {
  return (await files.statOf(name))?.bytes;
}

/** The content of a small file; undefined if it does not exist. */
export async function readWhole(files: Files, name: string): Promise<Buffer | undefined> {
  try {
    return await buffer(files.read(name));
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

/** Deletes the files that were last written before a moment; returns their number. */
export async function removeWrittenBefore(files: Files, moment: Date): Promise<number> {
  let removed = 0;
  for await (const { name, writtenAt } of files.list()) {
    if (writtenAt >= moment) continue;
    await files.remove(name);
    removed += 1;
  }
  return removed;
}
