import type { Db, TenantDb } from '../../platform/database/index.ts';
import { type Files, folderOf, removeWrittenBefore } from '../../platform/files/index.ts';
import { isUuid } from '../../platform/ids.ts';
import {
  cancelJobsWithoutFile,
  findJobs,
  findJobsWithExpiredFiles,
  forgetFilesOfJobs,
  updateJob,
} from '../../platform/jobs/index.ts';
import { FILE_PARTS, FILES_KEPT_DAYS, fileOf } from './model.ts';

const HOUR_MS = 3_600_000;
const FILES_KEPT_MS = FILES_KEPT_DAYS * 24 * HOUR_MS;
/** Time after which an import that has no file is cancelled. */
const FILE_AWAITED_MS = 24 * HOUR_MS;

/** Deletes files past their time, uploads that a killed process left, and imports that nobody continues. */
export async function tidyFiles(db: Db, files: Files, now: Date): Promise<void> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  await removeWrittenBefore(files, before(FILES_KEPT_MS));
  // An upload under way is written at least once a minute.
  await files.removeDrafts(before(HOUR_MS));
  await forgetFilesOfJobs(db, before(FILES_KEPT_MS));
  await cancelJobsWithoutFile(db, before(FILE_AWAITED_MS));
}

/** Deletes the files of a tenant whose job is gone: no ceiling counts them any more. */
export async function deleteFilesWithoutJob(tenant: TenantDb, files: Files): Promise<void> {
  const folder = folderOf(tenant.scope);
  const names = new Map<string, string[]>();
  for await (const { name } of files.list(folder)) {
    const [id = ''] = name.slice(folder.length).split('.');
    if (isUuid(id)) names.set(id, [...(names.get(id) ?? []), name]);
  }
  for (const { id } of await findJobs(tenant, [...names.keys()])) names.delete(id);
  for (const name of [...names.values()].flat()) await files.remove(name);
}

/** Deletes the files that an erasure made expire. */
export async function deleteExpiredFiles(db: Db, files: Files): Promise<void> {
  for (const job of await findJobsWithExpiredFiles(db)) {
    for (const part of FILE_PARTS) await files.remove(fileOf(job, part));
    await updateJob({ db, scope: job.scope }, job.id, { fileBytes: 0 });
  }
}
