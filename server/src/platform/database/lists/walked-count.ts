import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { countRows } from './count-rows.ts';
import { MOST_WALKED, matchesAmong, matchingRows, type WalkRequest } from './walked-list.ts';

/** Matches that an index gives in the time in which one row is walked and compared. */
const MATCHES_PER_WALKED = 2;
/** A share among the first rows is not quite that of all. */
const WALKED_AT_LEAST = 1.25;

/** Rows that match a request, counted no further than `limit`. */
export async function countWalked<Filter>(
  db: Db,
  request: WalkRequest<Filter>,
  limit: number,
  total: () => Promise<number>,
): Promise<number> {
  if (request.isEmpty) return 0;
  const walked = await countAlongWalk(db, request, limit, total);
  if (walked !== undefined) return walked;
  const matching = sql<{ readonly id: string }>`(${matchingRows(request)})`.as('matching');
  return countRows(db, db.selectFrom(matching), limit);
}

/**
 * The same along the walk, undefined if that leads to too few. An index of texts or words gives all its matches before the first
 * is counted: of a frequent one it takes longer than the rows up to the limit.
 */
async function countAlongWalk<Filter>(
  db: Db,
  request: WalkRequest<Filter>,
  limit: number,
  total: () => Promise<number>,
): Promise<number | undefined> {
  const { indexes, copied, word } = request;
  const readsEachRow = copied !== undefined && word !== undefined;
  if (indexes.length === 0 || readsEachRow) return undefined;
  const all = await total();
  if (all < limit * MATCHES_PER_WALKED) return undefined;
  const near = await matchesAmong(db, request, MOST_WALKED);
  if (near.areAll) return Math.min(near.matches, limit);
  const share = near.matches / MOST_WALKED;
  // A power of two, so that few statements are prepared.
  const enough = 2 ** Math.ceil(Math.log2((limit / share) * WALKED_AT_LEAST));
  if (enough * MATCHES_PER_WALKED > share * all) return undefined;
  const { matches, areAll } = await matchesAmong(db, request, enough);
  return areAll || matches >= limit ? Math.min(matches, limit) : undefined;
}
