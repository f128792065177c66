import { announceWriter, type Db, query, type Tx } from '../database/index.ts';
import type { Scope } from '../scope.ts';
import type { Periodic } from './periodic.ts';

const LOOK_EVERY_MS = 1_000;
/** Short pages of one tenant follow each other for so long before the next tenant has its turn. */
const TURN_MS = 200;

/**
 * Work that requests leave to workers, because it grows with the data of a tenant. A piece is a row of a table of its
 * own, with the time of its last page: it survives an outage, and is tried again until it is done.
 */
type LeftWork<Row> = {
  readonly name: string;
  readonly table: string;
  /** Columns of the table that say what is left. */
  readonly columns: string;
  /** Column of the time of the last page. */
  readonly turn: string;
  /** Does the next page. Deletes the row of work that is done, and sets the time of that of other work. */
  readonly page: (tx: Tx, scope: Scope, row: Row) => Promise<unknown>;
};

/** Does left work by the page, a transaction each: tenants take turns, and so do the pieces of each. */
export function inTurns<Row>(left: LeftWork<Row>): (db: Db) => Periodic {
  return (db) => ({
    name: left.name,
    everyMs: LOOK_EVERY_MS,
    work: (stopping) => workInTurns(db, left, stopping),
  });
}

async function workInTurns<Row>(db: Db, left: LeftWork<Row>, stopping: AbortSignal) {
  const failures = new Map<string, unknown>();
  for (let isLeft = true; isLeft; ) {
    isLeft = false;
    const tenants = await query<Scope>(
      db,
      `select distinct organization_id as "organizationId", environment from ${left.table}`,
    );
    for (const scope of tenants) {
      if (stopping.aborted) return;
      const tenant = `${scope.organizationId} ${scope.environment}`;
      if (failures.has(tenant)) continue;
      try {
        isLeft = (await takeTurn(db, scope, left, stopping)) || isLeft;
      } catch (error) {
        // It tries again in the next run: the others go on.
        failures.set(tenant, error);
      }
    }
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), [...failures.keys()].join());
}

/** Returns whether something is left that no other worker has. */
async function takeTurn<Row>(
  db: Db,
  scope: Scope,
  left: LeftWork<Row>,
  stopping: AbortSignal,
): Promise<boolean> {
  for (const end = performance.now() + TURN_MS; performance.now() < end && !stopping.aborted; )
    if (!(await workPage(db, scope, left))) return false;
  return true;
}

/** Works on the piece that waits longest, and holds its row meanwhile; false if no other is left or free. */
function workPage<Row>(
  db: Db,
  scope: Scope,
  { table, columns, turn, page }: LeftWork<Row>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await announceWriter(tx, scope);
    const [row] = await query<Row>(
      tx,
      `select ${columns} from ${table} where organization_id = $1 and environment = $2
       order by ${turn} limit 1 for update skip locked`,
      [scope.organizationId, scope.environment],
    );
    if (row !== undefined) await page(tx, scope, row);
    return row !== undefined;
  });
}
