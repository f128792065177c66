import { createHash } from 'node:crypto';
import type { Files } from './files.ts';

type Moved = {
  readonly files: number;
  readonly bytes: number;
  /** Names of files that stay: their name has other content there, or they were written meanwhile. */
  readonly kept: readonly string[];
};

const AT_A_TIME = 8;

/**
 * Moves files from one place to another. A file is deleted only when the other place gives the same bytes. An
 * interrupted move goes on by running again.
 */
export async function moveFiles(from: Files, to: Files): Promise<Moved> {
  const kept: string[] = [];
  let files = 0;
  let bytes = 0;
  const list = from.list()[Symbol.asyncIterator]();
  let failure: unknown;
  const work = async (): Promise<void> => {
    for (let next = await list.next(); next.done !== true; next = await list.next()) {
      const { name } = next.value;
      const movedBytes = await moveFile(from, to, name);
      if (movedBytes === undefined) kept.push(name);
      else {
        files += 1;
        bytes += movedBytes;
      }
      if (failure !== undefined) return;
    }
  };
  const noteFailure = (error: unknown) => {
    failure ??= error;
  };
  // After a failure the files under way are finished first.
  await Promise.all(Array.from({ length: AT_A_TIME }, () => work().catch(noteFailure)));
  if (failure !== undefined) throw failure;
  return { files, bytes, kept: kept.sort() };
}

/** Returns the size of the file; undefined if it stays. */
async function moveFile(from: Files, to: Files, name: string): Promise<number | undefined> {
  const before = await from.statOf(name);
  const hash = await hashOf(from, name);
  if ((await to.statOf(name)) === undefined) {
    const draft = await to.draft(name, from.read(name));
    await draft.commit().finally(draft.discard);
  }
  if ((await hashOf(to, name)) !== hash) return undefined;
  const after = await from.statOf(name);
  const isSame =
    after?.bytes === before?.bytes && after?.writtenAt.getTime() === before?.writtenAt.getTime();
  if (!isSame) return undefined;
  await from.remove(name);
  return before?.bytes;
}

async function hashOf(files: Files, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of files.read(name)) hash.update(chunk);
  return hash.digest('hex');
}
