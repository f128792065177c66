import { type Generated, sql } from 'kysely';
import { columnsOfScope, inScope, rowsBy, type TenantTx } from '../../platform/database/index.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    order_contributions: ContributionTable;
  }
}

export type ContributionState = 'PLEDGED' | 'RETIRED' | 'REVERSED';

type ContributionTable = {
  organization_id: string;
  environment: string;
  order_id: string;
  number: number;
  state: ContributionState;
  project: string;
  registry: string;
  serial_number: string | null;
  co2e_kg: number;
  price_minor: number | null;
  currency: string | null;
  created_at: Generated<Date>;
  settled_at: Generated<Date | null>;
};

/** Money given to a climate project with an order. */
export type Contribution = {
  readonly orderId: string;
  readonly number: number;
  readonly state: ContributionState;
  readonly project: string;
  readonly registry: string;
  readonly serialNumber: string | null;
  readonly co2eKg: number;
  readonly priceMinor: number | null;
  readonly currency: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
};

const COLUMNS = [
  'order_id as orderId',
  'number',
  'state',
  'project',
  'registry',
  'serial_number as serialNumber',
  'co2e_kg as co2eKg',
  'price_minor as priceMinor',
  'currency',
  'created_at as createdAt',
  'settled_at as settledAt',
] as const;

/** Contributions of several orders, each order's in the order they were made. */
export const contributionsOfOrders = rowsBy('order_contributions', 'order_id', (db) =>
  db.selectFrom('order_contributions').select(COLUMNS).orderBy('order_id').orderBy('number'),
);

export async function insertContribution(
  { db, scope }: TenantTx,
  draft: Omit<Contribution, 'state' | 'createdAt' | 'settledAt' | 'serialNumber'>,
): Promise<Contribution> {
  return db
    .insertInto('order_contributions')
    .values({
      ...columnsOfScope(scope),
      order_id: draft.orderId,
      number: draft.number,
      state: 'PLEDGED',
      project: draft.project,
      registry: draft.registry,
      serial_number: null,
      co2e_kg: draft.co2eKg,
      price_minor: draft.priceMinor,
      currency: draft.currency,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function settleContribution(
  { db, scope }: TenantTx,
  { orderId, number }: Contribution,
  state: ContributionState,
  serialNumber: string | null,
): Promise<Contribution> {
  return db
    .updateTable('order_contributions')
    .set({ state, serial_number: serialNumber, settled_at: sql`now()` })
    .where(inScope('order_contributions', scope))
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
