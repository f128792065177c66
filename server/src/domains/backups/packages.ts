import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Files } from '../../platform/files/index.ts';

/** Name of a package: its day and a UUIDv7, so that names follow the time. */
export const PACKAGE_NAME = /^\d{4}-\d\d-\d\d\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip$/;

/** Shorter than the lease of the passports of a package. */
const SEND_MS = 90_000;

/** Takes the file of a package to the second operator; the same name twice is no harm. */
export type Deliver = (name: string, path: string) => Promise<void>;

/** To a folder or a bucket of the second operator. */
export function deliverToFiles(files: Files): Deliver {
  return async (name, path) => {
    const draft = await files.draft(name, createReadStream(path));
    await draft.commit().finally(draft.discard);
  };
}

/** To another Trackway in the role of back-up, by `PUT /packages/{day}/{id}.zip`. */
export function deliverByHttp(address: string, token: string): Deliver {
  return async (name, path) => {
    const answer = await fetch(`${address}/packages/${name}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/zip' },
      body: await openAsBlob(path),
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_MS),
    });
    await answer.body?.cancel();
    if (answer.status !== 204) throw new Error(`The second operator answered ${answer.status}.`);
  };
}

/** Works on a package in a file of this machine, which is deleted afterwards. Only this process can read it. */
export async function inOwnFile<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-package-'));
  try {
    return await work(join(folder, 'package.zip'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A package as a file of this machine: its parts are not read in their order. */
export function fetched<Result>(
  files: Files,
  name: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  return inOwnFile(async (path) => {
    await pipeline(files.read(name), createWriteStream(path));
    return work(path);
  });
}
