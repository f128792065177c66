import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Disk } from '../disk.ts';
import { newUuid } from '../ids.ts';
import { makeFolder } from '../make-folder.ts';
import {
  assertReaches,
  type FileDraft,
  FileMissing,
  type FileStat,
  type Files,
  type GrowingFile,
} from './files.ts';

const HIGH_WATER_MARK = 256 * 1024;
const DRAFT_ENDING = '.draft';

/**
 * Files in a folder of this machine; processes that share jobs share the folder. Without `disk`, as at
 * the command line, only the system refuses writes.
 */
export function folderFiles(folder: string, disk?: Disk): Files {
  const pathOf = (name: string) => join(folder, name);
  const draft: Files['draft'] = (name, content) => draftOf(pathOf(name), content, disk);
  return {
    draft,
    put: async (name, bytes) => {
      const { commit, discard } = await draft(name, Readable.from([bytes]));
      await commit().finally(discard);
    },
    open: async (name) => {
      await makeFolder(dirname(pathOf(name)));
      return growing(await openForWriting(pathOf(name)), disk);
    },
    read: (name, fromByte = 0, toByte = Number.POSITIVE_INFINITY) =>
      Readable.from(bytesOf(folder, name, fromByte, toByte), { objectMode: false }),
    statOf: (name) => statOf(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: (prefix = '') => listed(folder, prefix, (name) => !name.endsWith(DRAFT_ENDING)),
    removeDrafts: async (before) => {
      const isDraft = (name: string) => name.endsWith(DRAFT_ENDING);
      for await (const { name, writtenAt } of listed(folder, '', isDraft))
        if (writtenAt < before) await rm(pathOf(name), { force: true });
    },
  };
}

/** A file next to its final place, which a rename gives its name. */
async function draftOf(
  path: string,
  content: AsyncIterable<Uint8Array>,
  disk: Disk | undefined,
): Promise<FileDraft> {
  const draft = `${path}.${newUuid()}${DRAFT_ENDING}`;
  const discard = () => rm(draft, { force: true });
  await makeFolder(dirname(path));
  const file = await open(draft, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const piece of content) {
      await writeAll(file, piece, bytes, disk);
      bytes += piece.length;
    }
    await file.sync();
    return { bytes, discard, commit: () => rename(draft, path) };
  } catch (error) {
    await discard();
    throw error;
  } finally {
    await file.close();
  }
}

async function openForWriting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return open(path, 'w', 0o600);
  }
}

function growing(file: FileHandle, disk: Disk | undefined): GrowingFile {
  return {
    write: async (data, atByte) => {
      await writeAll(file, data, atByte, disk);
      await file.truncate(atByte + data.length);
    },
    truncate: async (toBytes) => {
      assertReaches((await file.stat()).size, toBytes);
      await file.truncate(toBytes);
    },
    close: () => file.close(),
  };
}

async function writeAll(
  file: FileHandle,
  data: Uint8Array,
  atByte: number,
  disk: Disk | undefined,
): Promise<void> {
  disk?.assertRoomForFiles();
  for (let written = 0; written < data.length; ) {
    const { bytesWritten } = await file.write(data, written, undefined, atByte + written);
    written += bytesWritten;
  }
}

async function* bytesOf(
  folder: string,
  name: string,
  start: number,
  toByte: number,
): AsyncGenerator<Buffer> {
  if (start >= toByte) return;
  const options = { start, end: toByte - 1, highWaterMark: HIGH_WATER_MARK };
  try {
    yield* createReadStream(join(folder, name), options);
  } catch (error) {
    throw isNotFound(error) ? new FileMissing(name) : error;
  }
}

/** Files whose names begin so; folders whose files cannot are not read. */
async function* listed(
  folder: string,
  prefix: string,
  isMeant: (name: string) => boolean,
  below = '',
): AsyncGenerator<FileStat & { name: string }> {
  const entries = ignoreMissing(readdir(join(folder, below), { withFileTypes: true }));
  for (const entry of (await entries) ?? []) {
    const name = `${below}${entry.name}`;
    const inside = `${name}/`;
    if (entry.isDirectory() && (inside.startsWith(prefix) || prefix.startsWith(inside)))
      yield* listed(folder, prefix, isMeant, inside);
    if (!entry.isFile() || !name.startsWith(prefix) || !isMeant(name)) continue;
    // Another process, which tidies too, may have been faster.
    const found = await statOf(join(folder, name));
    if (found !== undefined) yield { name, ...found };
  }
}

async function statOf(path: string): Promise<FileStat | undefined> {
  const found = await ignoreMissing(stat(path));
  return found && { bytes: found.size, writtenAt: found.mtime };
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
