import { answersApi, type Config } from '../config.ts';
import { wakeAfterCommits } from '../domains/webhooks/index.ts';
import {
  DatabaseWatch,
  openServiceDatabase,
  Replicas,
  type ServiceDatabase,
} from '../platform/database/index.ts';
import { recordStatements } from '../platform/database/statement-record.ts';
import type { Logger } from '../platform/log.ts';
import type { Tracing } from '../platform/tracing.ts';
import { CURRENT_TABLES } from './current-tables.ts';
import type { Opening } from './options.ts';

/** The database of the service with its watch and its replicas. */
export async function openDatabase(
  { resources, options }: Opening,
  config: Config,
  {
    log,
    tracing,
    beforeStart,
  }: {
    readonly log: Logger;
    readonly tracing: Tracing | undefined;
    readonly beforeStart: () => Promise<void>;
  },
) {
  const { recordStatements: record } = config;
  const onStatement = record === undefined ? undefined : recordStatements(record);
  const sharedUrl = options.siblings?.databaseUrl;
  const database = await openServiceDatabase(
    { ...config, onStatement, tracing, sharedUrl },
    { ...options, beforeStart },
  );
  resources.defer(database.close);
  const watch = new DatabaseWatch(database.url, (isAnswering) =>
    isAnswering
      ? log.warn('The database answers again.')
      : log.error('The database does not answer. Requests are refused until it does; jobs wait.'),
  );
  resources.defer(() => watch.close());
  wakeAfterCommits(database.db);
  const replicas = openReplicas(config, database, log);
  resources.defer(async () => replicas?.close());
  return { ...database, watch, replicas, onStatement };
}

/** Undefined for a process that answers no queries, or without DATABASE_REPLICA_URL. */
function openReplicas(
  { role, replicaUrls }: Config,
  { db, url }: ServiceDatabase,
  log: Logger,
): Replicas | undefined {
  if (replicaUrls.length === 0 || !answersApi(role)) return undefined;
  const onChange = (replica: string, problem: string | undefined) =>
    problem === undefined
      ? log.warn({ replica }, 'Queries read from the replica.')
      : log.warn({ replica, problem }, 'Queries do not read from the replica.');
  return new Replicas({ db, url, replicaUrls, current: CURRENT_TABLES, onChange });
}
