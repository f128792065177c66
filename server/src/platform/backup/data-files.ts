import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, readdir, rm } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import type { Entry } from './archive.ts';

/** Folders of TRACKWAY_DATA with the files of customers. */
const FOLDERS = ['files', 'assets'];
const STAGING = 'back-up';

/**
 * Second names (hard links) of the files of a data folder, so that those which are deleted while a
 * back-up is made are still in it.
 */
export class StagedFiles {
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

/** Writes a file of a back-up into a data folder. */
export async function restoreFile(
  dataFolder: string,
  name: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const isInside =
    normalize(name) === name && FOLDERS.some((folder) => name.startsWith(`${folder}/`));
  if (!isInside) throw new OperatorError(`The back-up has a file of another place: ${name}.`);
  const path = join(dataFolder, name);
  await makeFolder(dirname(path));
  await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
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
