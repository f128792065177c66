import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  columnsOfScope,
  columnValues,
  conditionsOn,
  type Db,
  inScope,
  isAnyOf,
  query,
  scopedList,
  selectionsOf,
  type TenantDb,
  type TenantTx,
  type ValuesOf,
} from '../../../platform/database/index.ts';
import { newUuid } from '../../../platform/ids.ts';
import type { Environment } from '../../../platform/scope.ts';
import {
  hidden,
  kept,
  RECORD,
  requiredText,
  text,
  timeOf,
} from '../../../rules/properties/property.ts';
import type { TransferState } from '../model.ts';

const WRITTEN = {
  dppId: hidden<string, 'dpp_id'>('dpp_id', 'uuid', ''),
  identity: requiredText('identity', {
    description: 'Path of the GS1 Digital Link of the product, such as 01/04006381333931/21/7.',
  }),
  recipient: requiredText('recipient', {
    description: 'Organization that the offer is meant for.',
  }),
};

export const TRANSFER = {
  id: RECORD.id,
  createdAt: RECORD.createdAt,
  ...WRITTEN,
  expiresAt: kept<Date, 'expires_at'>('expires_at', 'timestamptz', 'DateTime', 'End of the offer.'),
  withdrawnAt: timeOf('withdrawn_at', {
    description: 'Time of the withdrawal; null if the offer was not withdrawn.',
  }),
  acceptedAt: timeOf('accepted_at', {
    description: 'Time of the acceptance; null if the offer was not accepted.',
  }),
  acceptedBy: text('accepted_by', {
    description: 'Economic operator that accepted; null if the offer was not accepted.',
  }),
};

declare module '../../../platform/database/schema.ts' {
  interface Database {
    dpp_transfers: ColumnsOfScope & ColumnValuesOf<typeof TRANSFER> & { token_hash: Buffer };
  }
}

/** An offer to pass a passport to another organization. */
export type DppTransfer = ValuesOf<typeof TRANSFER>;
type TransferDraft = ValuesOf<typeof WRITTEN>;

const COLUMNS = Object.values(selectionsOf('dpp_transfers', TRANSFER));

const { equals } = conditionsOn('dpp_transfers');

const IS_OPEN = sql<SqlBool>`withdrawn_at is null and accepted_at is null`;

const IS_IN: Readonly<Record<TransferState, RawBuilder<SqlBool>>> = {
  OFFERED: sql`(${IS_OPEN} and expires_at > now())`,
  ACCEPTED: sql`accepted_at is not null`,
  WITHDRAWN: sql`withdrawn_at is not null`,
  EXPIRED: sql`(${IS_OPEN} and expires_at <= now())`,
};

export const transfers = scopedList({
  table: 'dpp_transfers',
  rows: (db: Db) => db.selectFrom('dpp_transfers').select(COLUMNS),
  orders: { CREATED_AT: [] },
  conditions: {
    dppId: equals('dpp_id'),
    state: isAnyOf((state: TransferState) => IS_IN[state]),
  },
});

export function insertTransfer(
  { db, scope }: TenantTx,
  draft: TransferDraft,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<DppTransfer> {
  return db
    .insertInto('dpp_transfers')
    .values({
      ...columnsOfScope(scope),
      id: newUuid(),
      ...columnValues(WRITTEN, draft),
      token_hash: tokenHash,
      expires_at: expiresAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The offers of passports that were neither accepted nor withdrawn; one each at most. */
export function findOpenTransfers(
  { db, scope }: TenantDb,
  dppIds: readonly string[],
): Promise<DppTransfer[]> {
  return db
    .selectFrom('dpp_transfers')
    .select(COLUMNS)
    .where(inScope('dpp_transfers', scope))
    .where('dpp_id', '=', sql<string>`any(${dppIds}::uuid[])`)
    .where(IS_OPEN)
    .execute();
}

type End = { readonly withdrawnAt: Date } | { readonly acceptedAt: Date; readonly by: string };

export function endTransfer({ db, scope }: TenantTx, id: string, end: End): Promise<DppTransfer> {
  return db
    .updateTable('dpp_transfers')
    .set(
      'by' in end
        ? { accepted_at: end.acceptedAt, accepted_by: end.by }
        : { withdrawn_at: end.withdrawnAt },
    )
    .where(inScope('dpp_transfers', scope))
    .where('dpp_transfers.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

type Addressee = {
  readonly organizationId: string;
  readonly environment: Environment;
  readonly id: string;
  readonly dppId: string;
};

/** The offer of a token, of any tenant: the token says whose it is. */
export async function findTransferByToken(
  db: Db,
  tokenHash: Buffer,
): Promise<Addressee | undefined> {
  const [found] = await query<Addressee>(
    db,
    `select organization_id as "organizationId", environment, id, dpp_id as "dppId"
     from dpp_transfers where token_hash = $1`,
    [tokenHash],
  );
  return found;
}
