import type { Config } from './config.ts';
import { Replicas, type ServiceDatabase } from './platform/database/index.ts';
import type { Logger } from './platform/log.ts';
import { CURRENT_TABLES } from './rules/current-tables.ts';

/** Undefined for a process that answers no queries, or without DATABASE_REPLICA_URL. */
export function openReplicas(
  { role, replicaUrls }: Config,
  { db, url }: ServiceDatabase,
  log: Logger,
): Replicas | undefined {
  if (replicaUrls.length === 0 || (role !== 'all' && role !== 'api')) return undefined;
  const onChange = (replica: string, problem: string | undefined) =>
    problem === undefined
      ? log.warn({ replica }, 'Queries read from the replica.')
      : log.warn({ replica, problem }, 'Queries do not read from the replica.');
  return new Replicas({ db, url, replicaUrls, current: CURRENT_TABLES, onChange });
}
