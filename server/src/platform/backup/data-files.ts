import { createReadStream } from 'node:fs';
import { copyFile, link, readdir, rm } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { FileMissing, type FilePlaces } from '../files/index.ts';
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import type { Entry } from './archive.ts';

/** Folders of TRACKWAY_DATA, or beginnings of keys of the bucket, with the files of customers. */
const FOLDERS = ['files', 'assets'] as const;
const STAGING = 'back-up';

/** The files of a back-up; `add` is called before and after its snapshot begins. */
export type DataFiles = {
  readonly add: () => Promise<void>;
  readonly entries: () => AsyncGenerator<Entry>;
  readonly remove: () => Promise<void>;
};

export function dataFilesOf(places: FilePlaces, dataFolder: string): DataFiles {
  return places.isInBucket ? new ListedFiles(places) : new StagedFiles(dataFolder);
}

/** Files of a bucket by their names. One that is deleted while the back-up is made is not in it. */
class ListedFiles implements DataFiles {
  readonly #places: FilePlaces;
  readonly #names = new Set<string>();

  constructor(places: FilePlaces) {
    this.#places = places;
  }

  async add(): Promise<void> {
    for (const folder of FOLDERS)
      for await (const { name } of this.#places[folder].list())
        this.#names.add(`${folder}/${name}`);
  }

  async *entries(): AsyncGenerator<Entry> {
    for (const folder of FOLDERS)
      for (const name of this.#names) {
        if (!name.startsWith(`${folder}/`)) continue;
        const content = this.#places[folder].read(name.slice(folder.length + 1));
        const isThere = await hasBegun(content);
        if (isThere) yield { kind: 'FILE', name, content };
      }
  }

  async remove(): Promise<void> {}
}

/** True once a stream has bytes or has ended; false if its file does not exist. */
function hasBegun(content: Readable): Promise<boolean> {
  return new Promise((resolve, reject) => {
    content.once('readable', () => resolve(true));
    content.once('error', (error) => {
      if (error instanceof FileMissing) resolve(false);
      else reject(error);
    });
  });
}

/**
 * Second names (hard links) of the files of a data folder, so that those which are deleted while a
 * back-up is made are still in it.
 */
class StagedFiles implements DataFiles {
  readonly #dataFolder: string;
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
    this.#folder = join(dataFolder, STAGING);
  }

  /** Adds the files that exist now. */
  async add(): Promise<void> {
    for (const folder of FOLDERS) {
      for (const name of await filesBelow(join(this.#dataFolder, folder))) {
        const [from, to] = [join(this.#dataFolder, folder, name), join(this.#folder, folder, name)];
        await makeFolder(dirname(to));
        await link(from, to).catch((error: unknown) => {
          const code = error instanceof Error && 'code' in error ? error.code : undefined;
          if (code === 'EEXIST' || code === 'ENOENT') return;
          // A file system without hard links.
          return copyFile(from, to);
        });
      }
    }
  }

  async *entries(): AsyncGenerator<Entry> {
    for (const name of await filesBelow(this.#folder))
      yield { kind: 'FILE', name, content: createReadStream(join(this.#folder, name)) };
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Writes a file of a back-up to its place. */
export async function restoreFile(
  places: FilePlaces,
  name: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const folder = FOLDERS.find((each) => name.startsWith(`${each}/`));
  if (normalize(name) !== name || folder === undefined)
    throw new OperatorError(`The back-up has a file of another place: ${name}.`);
  const draft = await places[folder].draft(name.slice(folder.length + 1), content);
  await draft.commit().finally(draft.discard);
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
