import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Disk } from './disk.ts';
import { newUuid } from './ids.ts';
import { makeFolder } from './make-folder.ts';

/** Small files, written whole and never changed: their names follow from their content. */
export type Blobs = {
  /** Stores a file whole or not at all; the same name has the same content. */
  readonly put: (name: string, bytes: Uint8Array, mediaType: string) => Promise<void>;
  /** The content of a file; undefined if it does not exist. */
  readonly get: (name: string) => Promise<Uint8Array | undefined>;
  /** Deletes a file; a missing file is not an error. */
  readonly remove: (name: string) => Promise<void>;
  readonly namesWrittenBefore: (moment: Date) => Promise<string[]>;
};

/** Files in a folder of this machine. */
export function diskBlobs(folder: string, disk?: Disk): Blobs {
  const pathOf = (name: string) => join(folder, name);
  return {
    put: async (name, bytes) => {
      disk?.assertRoomForFiles();
      const draft = pathOf(`${name}.${newUuid()}.draft`);
      await makeFolder(dirname(draft));
      try {
        await writeFile(draft, bytes, { mode: 0o600, flush: true });
        await rename(draft, pathOf(name));
      } finally {
        await rm(draft, { force: true });
      }
    },
    get: (name) => ignoreMissing(readFile(pathOf(name))),
    remove: (name) => rm(pathOf(name), { force: true }),
    namesWrittenBefore: async (moment) => {
      const options = { withFileTypes: true, recursive: true } as const;
      const names: string[] = [];
      for (const entry of (await ignoreMissing(readdir(folder, options))) ?? []) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await ignoreMissing(stat(path));
        if (found !== undefined && found.mtime < moment) names.push(relative(folder, path));
      }
      return names;
    },
  };
}

async function ignoreMissing<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
