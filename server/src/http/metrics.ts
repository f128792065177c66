import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RateLimiter } from '../domains/limits/index.ts';
import type { RequestLog } from '../domains/requests/index.ts';
import { backupsIn, newestBy } from '../platform/backup/index.ts';
import type { DatabaseWatch, ReplicaState, Replicas } from '../platform/database/index.ts';
import type { Disk } from '../platform/disk.ts';
import type { Files } from '../platform/files/index.ts';
import type { Environment } from '../platform/scope.ts';
import type { ErrorCode } from '../rules/errors/error-codes.ts';
import { RequestCounts } from './request-counts.ts';

const BACKUPS_WAIT_MS = 1_000;

/** Measurements of one answered request. */
export type Answered = {
  readonly environment: Environment;
  /** `OK`, or the code it was refused with before execution. */
  readonly outcome: 'OK' | ErrorCode;
  readonly seconds: number;
};

export type Metrics = {
  readonly observe: (answered: Answered) => void;
  readonly contentType: string;
  /** All metrics as Prometheus text. */
  readonly text: () => Promise<string>;
};

type Measured = {
  readonly disk: Disk;
  readonly requestLog: RequestLog | undefined;
  readonly rateLimiter: RateLimiter;
  readonly database: DatabaseWatch;
  readonly replicas: Pick<Replicas, 'states'> | undefined;
  /** Place of the back-ups by schedule. */
  readonly backups: Files | undefined;
};

/** Metrics of this process, by Prometheus' conventions. No label carries a tenant or a key. */
export function createMetrics({
  disk,
  requestLog,
  rateLimiter,
  database,
  replicas,
  backups,
}: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'trackway_' });
  const requests = new RequestCounts();
  const show = (name: string, help: string, measure: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await measure());
      },
    });
  show(
    'trackway_disk_free_bytes',
    'Free space of the disk of TRACKWAY_DATA.',
    () => disk.freeBytes,
  );
  show(
    'trackway_request_log_dropped',
    'Requests that this process did not log, because more came than can be written or the disk is full.',
    () => requestLog?.droppedCount() ?? 0,
  );
  show(
    'trackway_database_up',
    '1 while the database answers this process, otherwise 0: /readyz is 503 then.',
    () => (database.isAnswering ? 1 : 0),
  );
  if (replicas !== undefined) showReplicas(registry, replicas);
  if (rateLimiter.isShared() !== undefined)
    show(
      'trackway_rate_limits_shared',
      '1 while rate limits are shared through REDIS_URL; 0 while this process counts by itself.',
      () => (rateLimiter.isShared() === true ? 1 : 0),
    );
  if (backups !== undefined)
    show(
      'trackway_last_backup_timestamp_seconds',
      'Time of the newest back-up in TRACKWAY_BACKUP_FOLDER; 0 without one.',
      newestBackupIn(backups),
    );
  return {
    observe: (answered) => requests.observe(answered),
    contentType: registry.contentType,
    text: async () => `${requests.text()}${await registry.metrics()}`,
  };
}

function newestBackupIn(backups: Files): () => Promise<number> {
  let newestMs = 0;
  const look = async () => {
    const newest = newestBy(await backupsIn(backups), new Date());
    newestMs = newest?.madeAt.getTime() ?? 0;
  };
  return async () => {
    // A bucket that does not answer must not hold up all other metrics.
    const looking = look().catch(() => {});
    await Promise.race([looking, sleep(BACKUPS_WAIT_MS, undefined, { ref: false })]);
    return newestMs / 1_000;
  };
}

const REPLICA_METRICS: Readonly<
  Record<string, { readonly help: string; readonly measure: (state: ReplicaState) => number }>
> = {
  trackway_replica_up: {
    help: '1 while queries of this process may read from the replica, otherwise 0.',
    measure: ({ isUsed }) => (isUsed ? 1 : 0),
  },
  trackway_replica_lag_seconds: {
    help: 'Age of what the replica has replayed; NaN while it is not known.',
    measure: ({ lagSeconds }) => lagSeconds ?? Number.NaN,
  },
  trackway_replica_reads: {
    help: 'Statements that this process sent to the replica.',
    measure: ({ readCount }) => readCount,
  },
  trackway_replica_reads_repeated: {
    help: 'Statements of them that failed, or waited when it was left out, and were repeated on the primary.',
    measure: ({ repeatedCount }) => repeatedCount,
  },
};

function showReplicas(registry: Registry, replicas: Pick<Replicas, 'states'>): void {
  for (const [name, { help, measure }] of Object.entries(REPLICA_METRICS)) {
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        for (const state of replicas.states) this.set({ replica: state.name }, measure(state));
      },
    });
  }
}
