import { sql } from 'kysely';
import {
  inScope,
  onPage,
  type Page,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    catalogue_results: {
      organization_id: string;
      environment: string;
      calculation_id: string;
      product_id: string;
      co2e_kg: number | null;
      phases: readonly number[] | null;
      indicators: readonly (number | null)[] | null;
      problems: unknown;
    };
  }
}

/** The result of one product of a catalogue, or the reasons why it has none. */
export type CatalogueRow = {
  readonly productId: string;
  readonly co2eKg: number | null;
  /** By phase, in the order of LIFECYCLE_PHASES. */
  readonly phases: readonly number[] | null;
  /** By impact category, in the order of IMPACT_CATEGORIES; null where not all factors have it. */
  readonly indicators: readonly (number | null)[] | null;
  readonly problems: unknown;
};

export function failedRow(productId: string, problems: unknown): CatalogueRow {
  return { productId, co2eKg: null, phases: null, indicators: null, problems };
}

export async function addCatalogueRows(
  { db, scope }: TenantTx,
  calculationId: string,
  rows: readonly CatalogueRow[],
): Promise<void> {
  await sql`insert into catalogue_results
      (organization_id, environment, calculation_id, product_id, co2e_kg, phases, indicators, problems)
    select ${scope.organizationId}, ${scope.environment}, ${calculationId}, row.product_id, row.co2e_kg,
      row.phases, row.indicators, row.problems
    from jsonb_to_recordset(${JSON.stringify(
      rows.map((row) => ({
        product_id: row.productId,
        co2e_kg: row.co2eKg,
        phases: row.phases,
        indicators: row.indicators,
        problems: row.problems,
      })),
    )}::jsonb) as row (product_id uuid, co2e_kg float8, phases float8[], indicators float8[], problems jsonb)
    on conflict do nothing`.execute(db);
}

/** Results of a catalogue, or those with problems, in the order in which the products were created. */
export async function listCatalogueRows(
  { db, scope }: TenantDb,
  {
    calculationId,
    onlyProblems,
  }: { readonly calculationId: string; readonly onlyProblems: boolean },
  page: Page,
): Promise<CatalogueRow[]> {
  const rows = db
    .selectFrom('catalogue_results')
    .select([
      'catalogue_results.product_id as productId',
      'co2e_kg as co2eKg',
      'phases',
      'indicators',
      'problems',
    ])
    .where(inScope('catalogue_results', scope))
    .where('calculation_id', '=', calculationId)
    .$if(onlyProblems, (some) => some.where('problems', 'is not', null));
  const columns = [{ ref: 'catalogue_results.product_id', type: 'uuid' }] as const;
  return onPage(rows, { columns, isDescending: false }, page).execute();
}
