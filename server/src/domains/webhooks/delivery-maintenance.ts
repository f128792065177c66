import { type Db, maintainDailyPartitions } from '../../platform/database/index.ts';
import { failOrphans } from './delivery-store.ts';
import { deleteOldHealth } from './health-store.ts';

export const MAINTAIN_EVERY_MS = 3_600_000;

export const DAYS_KEPT = 30;
const TABLES = [
  { table: 'webhook_deliveries', key: 'id' },
  { table: 'webhook_attempts', key: 'delivery_id' },
];

/** Keeps deliveries and their attempts for 30 days, and ends those that nobody will send. */
export async function maintainDeliveries(db: Db, now: Date): Promise<void> {
  for (const table of TABLES)
    await maintainDailyPartitions(db, table, { now, daysKept: DAYS_KEPT });
  await failOrphans(db);
  await deleteOldHealth(db);
}
