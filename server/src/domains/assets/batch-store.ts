import { sql } from 'kysely';
import {
  inScope,
  onPage,
  type Page,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { Environment } from '../../platform/scope.ts';
import type { AssetFormat } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    asset_batch_results: {
      organization_id: string;
      environment: Environment;
      job_id: string;
      product_id: string;
      asset_id: string | null;
      problems: unknown;
    };
  }
}

/** Result of one product of a batch: its asset, or the reasons why it has none. */
export type BatchResult = {
  readonly productId: string;
  readonly assetId: string | null;
  readonly problems: unknown;
};

export async function addBatchResults(
  { db, scope }: TenantTx,
  jobId: string,
  results: readonly BatchResult[],
): Promise<void> {
  await sql`insert into asset_batch_results
      (organization_id, environment, job_id, product_id, asset_id, problems)
    select ${scope.organizationId}, ${scope.environment}, ${jobId}, row."productId", row."assetId",
      row.problems
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as row ("productId" uuid, "assetId" uuid, problems jsonb)
    on conflict do nothing`.execute(db);
}

/** Results of a batch in the order in which the products were created. */
export async function listBatchResults(
  { db, scope }: TenantDb,
  jobId: string,
  page: Page,
): Promise<BatchResult[]> {
  const rows = db
    .selectFrom('asset_batch_results')
    .select(['product_id as productId', 'asset_id as assetId', 'problems'])
    .where(inScope('asset_batch_results', scope))
    .where('job_id', '=', jobId);
  const columns = [{ ref: 'asset_batch_results.product_id', type: 'uuid' }] as const;
  return onPage(rows, { columns, isDescending: false }, page).execute();
}

/** A result with its file, if the asset still exists. */
export type BatchLine = BatchResult & {
  readonly externalId: string | null;
  readonly sha256: string | null;
  readonly format: AssetFormat | null;
};

/** The lines of a batch after a product, in the order of their ids. */
export async function batchLinesAfter(
  { db, scope }: TenantDb,
  jobId: string,
  after: string | undefined,
  limit: number,
): Promise<BatchLine[]> {
  const { rows } = await sql<BatchLine>`
    select results.product_id as "productId", results.asset_id as "assetId", results.problems,
      products.external_id as "externalId", assets.sha256, assets.format
    from asset_batch_results results
    left join assets on assets.organization_id = results.organization_id
      and assets.environment = results.environment and assets.id = results.asset_id
    left join products on products.organization_id = results.organization_id
      and products.environment = results.environment and products.id = results.product_id
    where results.organization_id = ${scope.organizationId}
      and results.environment = ${scope.environment} and results.job_id = ${jobId}
      and results.product_id > ${after ?? NIL_UUID}
    order by results.product_id limit ${limit}`.execute(db);
  return rows;
}
