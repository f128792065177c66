import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Db,
  feedHorizon,
  type Key,
  type Page,
  primaryOf,
  type TenantDb,
} from '../platform/database/index.ts';
import type { Context } from '../rules/context.ts';

/**
 * Rows older than this are taken as complete without asking the database: no transaction of the service
 * runs so long. A request ends after 15 s, a batch of an import after about a second.
 */
const SETTLED_AFTER_MS = 60_000;

/** Longer than a millisecond, so that times before the wait are less than those after it. */
const TICK_MS = 2;

type Place = TenantDb & Pick<Context, 'pageDb'>;

/** The time before which all changes of the tenant are visible in every later statement. */
export async function settledTime(tenant: TenantDb): Promise<Date> {
  // Changes that were committed before the request are before the horizon, also those of this millisecond.
  await sleep(TICK_MS);
  return (await feedHorizon(tenant)).time;
}

/**
 * Loads a page of a list whose order ascends by creation or change, so that a client can continue from
 * its last cursor later: rows that a running transaction may still precede are not shown yet.
 */
export async function loadSettled<Row>(
  place: Place,
  page: Page,
  { load, key }: Source<Row>,
): Promise<readonly Row[]> {
  const { db, pageDb = db } = place;
  const rows = await load(pageDb, page);
  const newest = page.isBackward ? rows[0] : rows.at(-1);
  if (newest === undefined || timeOf(key(newest)) < Date.now() - SETTLED_AFTER_MS) return rows;
  const horizonMs = (await settledTime(place)).getTime();
  // Read again: what was committed in between is visible now, though not on every replica.
  const current = primaryOf(pageDb);
  const later = await load(current, page);
  const isSettled = (row: Row) => timeOf(key(row)) < horizonMs;
  if (!page.isBackward) return later.filter(isSettled);
  const last = later.findLast((row) => !isSettled(row));
  if (last === undefined) return later;
  return load(current, { ...page, from: { key: key(last), isInclusive: false } });
}

type Source<Row> = {
  readonly load: (db: Db, page: Page) => Promise<readonly Row[]>;
  readonly key: (row: Row) => Key;
};

/** Milliseconds since the epoch of a key that begins with a UUIDv7 or an ISO time. */
function timeOf([first = '']: Key): number {
  const text = String(first);
  const isUuid = text.charAt(8) === '-';
  return isUuid ? Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16) : Date.parse(text);
}
