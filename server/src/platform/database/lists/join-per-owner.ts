import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';

/** A row of a list that belongs to something, such as an order's transactions. */
export type Owned<Row> = Row & { readonly ownerId: string };

/** The id of the owner, for the query given to `belowEach`. */
export const OWNER_ID: RawBuilder<string> = sql<string>`owner.id`;

/** Runs a query once below each of some owners, in one statement: it finds its own by `OWNER_ID`. */
export async function joinPerOwner<Row>(
  db: Db,
  ownerIds: readonly string[],
  query: Expression<Row>,
): Promise<Owned<Row>[]> {
  const { rows } = await sql<Owned<Row>>`
    select owner.id as "ownerId", below.* from unnest(${ownerIds}::uuid[]) as owner (id)
    cross join lateral (${query}) as below`.execute(db);
  return rows;
}
