import { counted } from '../counted.ts';
import {
  type Db,
  inTransaction,
  isLockTimeout,
  query,
  type TenantDb,
  type TenantTx,
} from '../database/index.ts';
import { NIL_UUID } from '../ids.ts';
import type { Scope } from '../scope.ts';
import type { Periodic } from './periodic.ts';

const LOOK_EVERY_MS = 1_000;
/** Short pages of one tenant follow each other for so long before the next tenant has its turn. */
const TURN_MS = 200;
/** The locks of one tenant keep the others waiting for so long. */
const LOCK_WAIT_MS = 1_000;
/** Tenants are listed so many at a time. */
const MOST_TENANTS = 1_000;
const BEFORE_ALL: Scope = { organizationId: NIL_UUID, environment: 'LIVE' };
/** A piece that fails waits for 2 seconds, then for 4, at last for 68 minutes. */
const MOST_DOUBLINGS = 12;

/** A table whose rows are the pieces of work that are left. */
type LeftTable = {
  readonly table: string;
  /** Column with the id of a piece. */
  readonly id: string;
};

/** A table of which some rows are due. */
type DueTable = {
  readonly table: string;
  /** Column of the time from which a row is due; null for one that is not. An index by tenant has it. */
  readonly turn: string;
};

/**
 * Work that requests leave to workers, because it grows with the data of a tenant. A piece is a row of a table of its
 * own, with the time at which its next page is due: it survives an outage, and is tried again until it is done.
 */
type LeftWork<Piece> = LeftTable & {
  readonly name: string;
  /** Columns of the table that say what is left. */
  readonly columns?: readonly string[];
  /** Column of the time from which the next page is due. */
  readonly turn: string;
  /** Does the next page. Deletes the row of work that is done, and sets the time of that of other work. */
  readonly page: (work: TenantTx, piece: Piece & PieceId) => Promise<unknown>;
};

type PieceId = { readonly id: string };

type Worker<Piece> = {
  readonly db: Db;
  readonly left: LeftWork<Piece>;
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown) => void;
};

/** Does left work by the page, a transaction each: tenants take turns, and so do the pieces of each. */
export function inTurns<Piece = unknown>(left: LeftWork<Piece>): (db: Db) => Periodic {
  return (db) => ({
    name: left.name,
    everyMs: LOOK_EVERY_MS,
    work: (stopping, onError) => workInTurns({ db, left, stopping, onError }),
  });
}

/** Saves what is left of a piece after a page, by column: undefined gives a column its default. Deletes the piece if nothing is left. */
export async function saveLeft(
  { db, scope: { organizationId, environment } }: TenantTx,
  { table, id }: LeftTable,
  pieceId: string,
  left: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  const key = [organizationId, environment, pieceId];
  if (left === undefined) {
    const piece = `organization_id = $1 and environment = $2 and ${id} = $3`;
    await query(db, `delete from ${table} where ${piece}`, key);
    return;
  }
  const given = Object.entries(left).filter(([, value]) => value !== undefined);
  const columns = ['organization_id', 'environment', id, ...given.map(([column]) => column)];
  const changed = [...Object.keys(left), 'worked_at'];
  await query(
    db,
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})
     on conflict (organization_id, environment, ${id})
       do update set ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [...key, ...given.map(([, value]) => value)],
  );
}

async function workInTurns<Piece>(worker: Worker<Piece>): Promise<void> {
  const { db, left, stopping } = worker;
  for (let isLeft = true; isLeft; ) {
    isLeft = false;
    for await (const scope of dueTenants(db, left)) {
      if (stopping.aborted) return;
      isLeft = (await takeTurn(worker, scope)) || isLeft;
    }
  }
}

/**
 * Each tenant with due pieces, once. Reads an index entry or two for each tenant: one may have a million pieces. With
 * `exists` in place of `limit 1` the planner may join the whole table.
 */
export async function* dueTenants(db: Db, { table, turn }: DueTable): AsyncGenerator<Scope> {
  const beyond = (tenant: string) => `select organization_id, environment from ${table}
    where (organization_id, environment) > (${tenant}) order by organization_id, environment limit 1`;
  for (let last: Scope | undefined = BEFORE_ALL; last !== undefined; ) {
    const tenants: Scope[] = await query<Scope>(
      db,
      `with recursive tenant as (
         (${beyond('$1, $2')})
         union all
         select next.* from tenant cross join lateral
           (${beyond('tenant.organization_id, tenant.environment')}) as next
       )
       select organization_id as "organizationId", environment from tenant cross join lateral (
         select from ${table} piece where piece.organization_id = tenant.organization_id
           and piece.environment = tenant.environment and piece.${turn} <= statement_timestamp()
         order by piece.${turn} limit 1) as due
       limit $3`,
      [last.organizationId, last.environment, MOST_TENANTS],
    );
    yield* tenants;
    last = tenants[MOST_TENANTS - 1];
  }
}

/** Returns whether something may be due that no other worker has. */
async function takeTurn<Piece>(worker: Worker<Piece>, scope: Scope): Promise<boolean> {
  const end = performance.now() + TURN_MS;
  while (performance.now() < end && !worker.stopping.aborted)
    if (!(await workPage(worker, scope))) return false;
  return true;
}

/** Works on the piece that waits longest, and holds its row meanwhile; false if no other is due and free. */
async function workPage<Piece>(worker: Worker<Piece>, scope: Scope): Promise<boolean> {
  const { left, onError } = worker;
  const tenant = { db: worker.db, scope };
  const taken: PieceId[] = [];
  try {
    await inTransaction(
      tenant,
      async (work) => {
        for (const piece of await takePiece(work, left)) {
          taken.push(piece);
          await left.page(work, piece);
        }
      },
      { mostLockWaitMs: LOCK_WAIT_MS },
    );
  } catch (error) {
    // It is due as before.
    if (isLockTimeout(error)) return false;
    const [piece] = taken;
    if (piece === undefined) throw error;
    onError(await stepBack(tenant, left, piece, error));
  }
  return taken.length > 0;
}

/** The failures of the piece are over if this page is done. */
function takePiece<Piece>(
  { db, scope: { organizationId, environment } }: TenantTx,
  { table, id, columns = [], turn }: LeftWork<Piece>,
): Promise<(Piece & PieceId)[]> {
  return query<Piece & PieceId>(
    db,
    `update ${table} set failures = 0 where organization_id = $1 and environment = $2 and ${id} = (
       select ${id} from ${table} where organization_id = $1 and environment = $2
         and ${turn} <= statement_timestamp()
       order by ${turn} limit 1 for update skip locked)
     returning ${[`${id} as id`, ...columns].join(', ')}`,
    [organizationId, environment],
  );
}

/** Lets the other pieces go on: this one is due again after a pause, longer after each failure. Returns what to log. */
async function stepBack<Piece>(
  { db, scope: { organizationId, environment } }: TenantDb,
  { table, id, turn }: LeftWork<Piece>,
  piece: PieceId,
  cause: unknown,
): Promise<Error> {
  const [row] = await query<{ failures: number; due: Date }>(
    db,
    `update ${table} set failures = failures + 1,
       ${turn} = clock_timestamp() + 2 ^ least(failures + 1, ${MOST_DOUBLINGS}) * interval '1 second'
     where organization_id = $1 and environment = $2 and ${id} = $3
     returning failures, ${turn} as due`,
    [organizationId, environment, piece.id],
  );
  const state =
    row === undefined
      ? 'is gone'
      : `has failed ${counted(row.failures, 'time')} in a row, and is due again at ${row.due.toISOString()}`;
  const message = `${piece.id} of ${organizationId} ${environment} ${state}.`;
  return new Error(message, { cause });
}
