import { type Generated, sql } from 'kysely';
import {
  type ColumnsOfScope,
  columnsOfScope,
  type Db,
  inScope,
  NEXT_VERSION,
  query,
  scopedList,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    footprint_partners: ColumnsOfScope & {
      id: string;
      name: string;
      url: string;
      client_id: string;
      client_secret: Buffer;
      api_key_id: string | null;
      version: Generated<number>;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

/** A business partner, with its sealed secret. */
export type Partner = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: Buffer;
  readonly apiKeyId: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
export type PartnerDraft = Omit<Partner, 'id' | 'version' | 'createdAt' | 'updatedAt'>;

const COLUMNS = [
  'footprint_partners.id',
  'name',
  'url',
  'client_id as clientId',
  'client_secret as clientSecret',
  'api_key_id as apiKeyId',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export const partners = scopedList({
  table: 'footprint_partners',
  rows: (db: Db) => db.selectFrom('footprint_partners').select(COLUMNS),
  orders: { CREATED_AT: [] },
  conditions: {},
});

function columnsOf({ name, url, clientId, clientSecret, apiKeyId }: PartnerDraft) {
  return { name, url, client_id: clientId, client_secret: clientSecret, api_key_id: apiKeyId };
}

export function insertPartner(
  { db, scope }: TenantTx,
  id: string,
  draft: PartnerDraft,
): Promise<Partner> {
  return db
    .insertInto('footprint_partners')
    .values({ ...columnsOfScope(scope), id, ...columnsOf(draft) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export function updatePartner(
  { db, scope }: TenantTx,
  id: string,
  draft: PartnerDraft,
): Promise<Partner> {
  return db
    .updateTable('footprint_partners')
    .set({ ...columnsOf(draft), ...NEXT_VERSION })
    .where(inScope('footprint_partners', scope))
    .where('footprint_partners.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Another partner with the address and the client id; slashes at the end of an address make no difference. */
export function findTwin(
  { db, scope }: TenantTx,
  id: string,
  { url, clientId }: PartnerDraft,
): Promise<Pick<Partner, 'id' | 'name'> | undefined> {
  return db
    .selectFrom('footprint_partners')
    .select(['footprint_partners.id', 'name'])
    .where(inScope('footprint_partners', scope))
    .where(sql<boolean>`rtrim(url, '/') = rtrim(${url}, '/')`)
    .where('client_id', '=', clientId)
    .where('footprint_partners.id', '<>', id)
    .executeTakeFirst();
}

/** The partner that uses a key. */
export function findPartnerOfKey(
  { db, scope }: TenantDb,
  apiKeyId: string,
): Promise<Partner | undefined> {
  return db
    .selectFrom('footprint_partners')
    .select(COLUMNS)
    .where(inScope('footprint_partners', scope))
    .where('api_key_id', '=', apiKeyId)
    .executeTakeFirst();
}

type Sealed = {
  readonly organizationId: string;
  readonly environment: string;
  readonly id: string;
  readonly clientSecret: Buffer;
};

/** Encrypts with the current secret what was encrypted with earlier ones. */
export async function resealPartners(db: Db, box: SecretBox): Promise<void> {
  const rows = await query<Sealed>(
    db,
    `select organization_id as "organizationId", environment, id, client_secret as "clientSecret"
     from footprint_partners where substring(client_secret from 1 for 4) = any($1)`,
    [box.earlierIds],
  );
  for (const { organizationId, environment, id, clientSecret } of rows)
    await sql`update footprint_partners set client_secret = ${box.seal(box.open(clientSecret))}
      where organization_id = ${organizationId} and environment = ${environment} and id = ${id}
        and client_secret = ${clientSecret}`.execute(db);
}
