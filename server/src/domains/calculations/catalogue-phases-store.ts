import { LIFECYCLE_PHASES, type PhaseShare } from '@trackway/engine';
import { sql } from 'kysely';
import { inScope, type TenantDb } from '../../platform/database/index.ts';
import { SAMPLE_SIZE } from './measure-next-store.ts';

/** Footprints of a catalogue, summed by phase. */
export type CataloguePhases = {
  readonly phases: readonly PhaseShare[];
  readonly productCount: number;
  readonly isWholeCatalogue: boolean;
};

/** Sums the phases of the largest footprints, of one declared unit of each product. */
export async function findCataloguePhases({ db, scope }: TenantDb): Promise<CataloguePhases> {
  const { rows } = await sql<{ kg: number; at: number; productCount: number }>`
    with largest as materialized (
      select phases, row_number() over () as place from (
        select calculation_id from products
        where ${inScope('products', scope)} and status = 'ACTIVE' and co2e_kg is not null
        order by co2e_kg desc, id desc limit ${SAMPLE_SIZE + 1}
      ) as footprints
      join calculations on ${inScope('calculations', scope)}
        and calculations.id = footprints.calculation_id and phases is not null
    )
    select at::int - 1 as at, sum(kg) as kg, (select count(*)::int from largest) as "productCount"
    from largest cross join unnest(phases) with ordinality as part (kg, at)
    where place <= ${SAMPLE_SIZE} group by 1 order by 1`.execute(db);
  const amounts = rows.flatMap(({ at, kg }) => {
    const phase = LIFECYCLE_PHASES[at];
    return phase === undefined || phase === 'BEYOND_SYSTEM' ? [] : [{ phase, co2eKg: kg }];
  });
  const total = amounts.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  const productCount = rows[0]?.productCount ?? 0;
  return {
    phases: amounts
      .filter(({ co2eKg }) => co2eKg !== 0)
      .map((amount) => ({ ...amount, share: total === 0 ? 0 : amount.co2eKg / total })),
    productCount: Math.min(productCount, SAMPLE_SIZE),
    isWholeCatalogue: productCount <= SAMPLE_SIZE,
  };
}
