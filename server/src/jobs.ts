import { isInputType } from 'graphql';
import type { Config } from './config.ts';
import { deleteExpiredAccess } from './domains/accounts/index.ts';
import { ASSET_BATCH_JOB, assetBatchHandler, deleteOrphanedFiles } from './domains/assets/index.ts';
import { deleteOldAuditEntries } from './domains/audit-log/index.ts';
import { bulkHandlers, deleteExpiredFiles, tidyFiles } from './domains/bulk/index.ts';
import { CATALOGUE_JOB, catalogueHandler } from './domains/calculations/index.ts';
import { ABANDON_EVERY_MS, abandonOverdueCarts } from './domains/carts/index.ts';
import { eraseCustomers } from './domains/customers/index.ts';
import { ANNOUNCE_EXPIRY_EVERY_MS, announceExpiringKeys } from './domains/keys/index.ts';
import { measureRecords } from './domains/limits/index.ts';
import { compareFootprints, dppHandlers, endGrants } from './domains/passports/index.ts';
import { maintainRequestLog } from './domains/requests/index.ts';
import { RESET_JOB, resetHandler } from './domains/sandbox/index.ts';
import {
  cleanupHandler,
  markScenarios,
  SCENARIO_CLEANUP_JOB,
  SCENARIO_JOB,
  scenarioHandler,
} from './domains/scenarios/index.ts';
import { deleteOldUsage } from './domains/usage/index.ts';
import {
  deleteOldEvents,
  MAINTAIN_EVERY_MS,
  maintainDeliveries,
  redeliveryHandlers,
} from './domains/webhooks/index.ts';
import { type BackupPlace, backUpWhenDue, backupSecretsOf } from './platform/backup/index.ts';
import { analyzeChangedTables, type Db, databaseTime } from './platform/database/index.ts';
import type { FilePlaces, Files } from './platform/files/index.ts';
import type { JobHandler, Periodic } from './platform/jobs/index.ts';
import type { Services } from './rules/context.ts';
import { deleteExpiredIdempotencyKeys } from './rules/mutations/idempotency.ts';
import { type RecordRoom, withinRoom } from './rules/mutations/record-room.ts';
import { schema } from './schema.ts';

const HOUR_MS = 3_600_000;

/** Every kind of long work, with who does it. */
export function jobHandlers({
  pool,
  bulk,
  trust,
  assets,
  records,
}: Services): ReadonlyMap<string, JobHandler> {
  const writing = [
    [ASSET_BATCH_JOB, assetBatchHandler(pool, assets)],
    [CATALOGUE_JOB, catalogueHandler(pool)],
    [SCENARIO_JOB, scenarioHandler(pool)],
    ...redeliveryHandlers,
    ...dppHandlers(trust),
  ] as const;
  return new Map([
    ...writing.map(([kind, handler]) => [kind, withinRoom(records, handler)] as const),
    [SCENARIO_CLEANUP_JOB, cleanupHandler],
    ...bulkJobHandlers(bulk.files, records),
  ]);
}

/** Resets of sandboxes have a runner of their own, so that they never wait behind long imports. */
export function resetHandlers({ pool, bulk }: Services): ReadonlyMap<string, JobHandler> {
  return new Map([[RESET_JOB, resetHandler(pool, bulk.files)]]);
}

/** Imports and exports: rows of files follow the input types of the schema. */
export function bulkJobHandlers(
  files: Files,
  records?: RecordRoom,
): ReadonlyMap<string, JobHandler> {
  return bulkHandlers({
    files,
    records,
    inputTypeNamed: (name) => {
      const type = schema.getType(name);
      if (!isInputType(type)) throw new Error(`The schema has no input type ${name}.`);
      return type;
    },
  });
}

const BACKUP_LOOK_MS = 60_000;
const LONGEST_BACKUP_PAUSE_MS = 3_600_000;

type BackupConfig = Pick<
  Config,
  'secret' | 'backupSecret' | 'dataFolder' | 'backupEveryHours' | 'backupsKept'
>;

/**
 * Back-ups by TRACKWAY_BACKUP_FOLDER. After one that failed there is a pause, each twice as long as the one before: it may have read the
 * whole database and filled its disk, on which the database may be too.
 */
export function scheduledBackups(
  config: BackupConfig,
  databaseUrl: string,
  { place, data }: { readonly place: BackupPlace | undefined; readonly data: FilePlaces },
): Periodic[] {
  const { dataFolder, backupEveryHours: everyHours, backupsKept: keep } = config;
  if (place === undefined) return [];
  let [pauseMs, dueAtMs] = [BACKUP_LOOK_MS, 0];
  return [
    {
      name: 'making a back-up',
      everyMs: BACKUP_LOOK_MS,
      work: async (signal) => {
        if (performance.now() < dueAtMs) return;
        const secrets = await backupSecretsOf(config);
        const options = { ...secrets, databaseUrl, dataFolder, data, place, signal };
        try {
          await backUpWhenDue(options, { everyHours, keep });
          pauseMs = BACKUP_LOOK_MS;
        } catch (error) {
          dueAtMs = performance.now() + pauseMs;
          pauseMs = Math.min(2 * pauseMs, LONGEST_BACKUP_PAUSE_MS);
          throw error;
        }
      },
    },
  ];
}

type StoresOfFiles = {
  readonly bulk: Pick<Services['bulk'], 'files'>;
  readonly assets: Pick<Services['assets'], 'files'>;
};

/** Periodic work of every worker. */
export function periodicWork(
  db: Db,
  { bulk: { files }, assets }: StoresOfFiles,
  { requestLogDays }: Pick<Config, 'requestLogDays'>,
): Periodic[] {
  return [
    {
      name: 'abandoning carts past their time',
      everyMs: ABANDON_EVERY_MS,
      work: async (stopping) => abandonOverdueCarts(db, await databaseTime(db), stopping),
    },
    eraseCustomers(db),
    compareFootprints(db),
    deleteOldEvents(db),
    endGrants(db),
    markScenarios(db),
    measureRecords(db),
    {
      name: 'announcing API keys that expire soon',
      everyMs: ANNOUNCE_EXPIRY_EVERY_MS,
      work: async (stopping) => announceExpiringKeys(db, await databaseTime(db), stopping),
    },
    {
      name: 'making and dropping partitions of webhook deliveries, and ending those that nobody sends',
      everyMs: MAINTAIN_EVERY_MS,
      work: async () => maintainDeliveries(db, await databaseTime(db)),
    },
    {
      name: 'making and dropping partitions of the log of requests',
      everyMs: HOUR_MS,
      work: async () =>
        maintainRequestLog(db, { now: await databaseTime(db), daysKept: requestLogDays }),
    },
    {
      name: 'forgetting answers to idempotency keys',
      everyMs: HOUR_MS,
      work: (stopping) => deleteExpiredIdempotencyKeys(db, stopping),
    },
    {
      name: 'deleting expired sessions, links and invitations',
      everyMs: HOUR_MS,
      work: () => deleteExpiredAccess(db),
    },
    {
      name: 'deleting entries of the audit log after their retention time',
      everyMs: 24 * HOUR_MS,
      work: (stopping) => deleteOldAuditEntries(db, stopping),
    },
    {
      name: 'deleting usage after its retention time',
      everyMs: HOUR_MS,
      work: (stopping) => deleteOldUsage(db, stopping),
    },
    {
      name: 'deleting files of erased people',
      everyMs: 5_000,
      work: () => deleteExpiredFiles(db, files),
    },
    {
      name: 'tidying files',
      everyMs: HOUR_MS,
      work: async () => tidyFiles(db, files, await databaseTime(db)),
    },
    {
      name: 'deleting files of deleted assets',
      everyMs: HOUR_MS,
      work: async () => deleteOrphanedFiles(db, assets.files, await databaseTime(db)),
    },
    {
      name: 'gathering statistics of changed tables',
      everyMs: 2_000,
      work: () => analyzeChangedTables(db),
    },
  ];
}
