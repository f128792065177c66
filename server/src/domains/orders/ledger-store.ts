import { type RawBuilder, sql } from 'kysely';
import {
  inScope,
  joinPerOwner,
  type KeysetOrder,
  OWNER_ID,
  type Owned,
  onPage,
  type Page,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { EntryDraft, EntryKind, EntryPart } from './footprint.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    order_footprint_entries: EntryTable;
  }
}

type EntryTable = {
  organization_id: string;
  environment: string;
  order_id: string;
  number: number;
  kind: EntryKind;
  part: EntryPart;
  line_number: number | null;
  quantity: number | null;
  co2e_kg: string;
  calculation_id: string | null;
  created_at: Date;
};

/** A row of an order's footprint ledger, which only grows. */
export type FootprintEntry = {
  readonly orderId: string;
  readonly number: number;
  readonly kind: EntryKind;
  readonly part: EntryPart;
  readonly lineNumber: number | null;
  readonly quantity: number | null;
  /** Exact decimal text: the entries of an order add up to its footprint without a remainder. */
  readonly co2eKg: string;
  readonly calculationId: string | null;
  readonly createdAt: Date;
};

const OLDEST_FIRST: KeysetOrder = {
  columns: [{ ref: 'order_footprint_entries.number', type: 'int' }],
  isDescending: false,
};

/** Pages of the footprint ledgers of several orders. */
export function listEntries(
  { db, scope }: TenantDb,
  orderIds: readonly string[],
  page: Page,
): Promise<Owned<FootprintEntry>[]> {
  const ofOne = db
    .selectFrom('order_footprint_entries')
    .select([
      'order_id as orderId',
      'number',
      'kind',
      'part',
      'line_number as lineNumber',
      'quantity',
      sql<string>`trim_scale(co2e_kg)::text`.as('co2eKg'),
      'calculation_id as calculationId',
      'created_at as createdAt',
    ])
    .where(inScope('order_footprint_entries', scope))
    .where('order_id', '=', OWNER_ID);
  return joinPerOwner(db, orderIds, onPage(ofOne, OLDEST_FIRST, page));
}

/** Entries to write behind the last one of an order. */
type Ledger = { readonly orderId: string; readonly entries: readonly EntryDraft[] };

/** Writes entries behind the last one; the order's row is held by the caller. */
export async function appendEntries(
  tenant: TenantTx,
  orderId: string,
  entries: readonly EntryDraft[],
): Promise<void> {
  await appendLedgers(tenant, [{ orderId, entries }]);
}

/** The same for many orders. */
export async function appendLedgers(
  { db, scope }: TenantTx,
  ledgers: readonly Ledger[],
): Promise<void> {
  const entries = ledgers.flatMap(({ orderId, entries: own }) =>
    own.map((entry) => ({ ...entry, orderId })),
  );
  if (entries.length === 0) return;
  await sql`insert into order_footprint_entries (organization_id, environment, order_id, number, kind,
      part, line_number, quantity, co2e_kg, calculation_id)
    select ${scope.organizationId}, ${scope.environment}, order_id,
      ${lastNumber(scope, sql`entry.order_id`)} + row_number() over (partition by order_id order by place),
      kind, part, line_number, quantity, (co2e_kg - less_co2e_kg) * times, calculation_id
    from unnest(${entries.map((entry) => entry.orderId)}::uuid[], ${entries.map((entry) => entry.kind)}::text[],
      ${entries.map((entry) => entry.part)}::text[],
      ${entries.map((entry) => entry.lineNumber)}::int[], ${entries.map((entry) => entry.quantity)}::int[],
      ${entries.map((entry) => entry.co2eKg)}::numeric[],
      ${entries.map((entry) => entry.lessCo2eKg)}::numeric[], ${entries.map((entry) => entry.times)}::int[],
      ${entries.map((entry) => entry.calculationId)}::uuid[])
      with ordinality as entry (order_id, kind, part, line_number, quantity, co2e_kg, less_co2e_kg, times, calculation_id, place)`.execute(
    db,
  );
}

/** Brings the footprints of new orders up to date with their ledgers, without a new version. */
export async function totalLedgers(
  { db, scope }: TenantTx,
  orderIds: readonly string[],
): Promise<void> {
  await sql`update orders set co2e_kg = ledger.co2e_kg
    from (select order_id, sum(co2e_kg)::float8 as co2e_kg from order_footprint_entries
      where ${inScope('order_footprint_entries', scope)} and order_id = any(${orderIds}::uuid[])
        and kind <> 'CONTRIBUTION'
      group by order_id) as ledger
    where ${inScope('orders', scope)} and orders.id = ledger.order_id`.execute(db);
}

/** Takes back everything in the ledger, exactly: what a cancellation before shipment does. */
export async function reverseEntries({ db, scope }: TenantTx, orderId: string): Promise<void> {
  await sql`insert into order_footprint_entries (organization_id, environment, order_id, number, kind,
      part, line_number, quantity, co2e_kg, calculation_id)
    select ${scope.organizationId}, ${scope.environment}, ${orderId},
      ${lastNumber(scope, orderId)} + row_number() over (order by number),
      'ADJUSTED', part, line_number, quantity, -co2e_kg, calculation_id
    from order_footprint_entries
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and order_id = ${orderId} and kind <> 'CONTRIBUTION'`.execute(db);
}

function lastNumber(scope: Scope, orderId: string | RawBuilder<unknown>) {
  return sql`(select coalesce(max(last.number), 0) from order_footprint_entries last
    where last.organization_id = ${scope.organizationId} and last.environment = ${scope.environment}
      and last.order_id = ${orderId})`;
}
