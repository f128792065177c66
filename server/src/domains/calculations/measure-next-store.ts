import type { LifecyclePhase } from '@trackway/engine';
import { sql } from 'kysely';
import { inScope, type TenantDb } from '../../platform/database/index.ts';

/** Products that the advice reads: bounded, so that its time does not grow with the catalogue. */
export const SAMPLE_SIZE = 1_000;
/** Factors that the advice names. */
export const MOST_NAMED = 10;

/** A factor that many results rest on, and the gain of measuring it. */
export type FactorToMeasure = {
  readonly factorId: string;
  readonly factorName: string;
  readonly geography: string;
  readonly phase: LifecyclePhase;
  readonly narrowingCo2eKg: number;
  readonly productCount: number;
  /** Product that gains most. */
  readonly productId: string;
};

export type MeasureNext = {
  readonly productCount: number;
  readonly isWholeCatalogue: boolean;
  readonly factors: readonly FactorToMeasure[];
};

/** Gains of measuring a factor, summed over the products with the largest FULL footprints. */
export async function findMeasureNext({ db, scope }: TenantDb): Promise<MeasureNext> {
  const largest = sql`select id, calculation_id from products
    where ${inScope('products', scope)} and footprint_basis <> 'BASIC' and status <> 'ARCHIVED'
      and co2e_kg is not null
    order by co2e_kg desc, id desc`;
  const { rows: factors } = await sql<FactorToMeasure>`
    select gain->>'factorId' as "factorId",
      (array_agg(gain->>'factorName' order by kg desc, product_id))[1] as "factorName",
      (array_agg(gain->>'geography' order by kg desc, product_id))[1] as geography,
      (array_agg(gain->>'phase' order by kg desc, product_id))[1] as phase,
      (array_agg(product_id order by kg desc, product_id))[1] as "productId",
      sum(kg) as "narrowingCo2eKg", count(*)::int as "productCount"
    from (
      select largest.id as product_id, gain, (gain->>'narrowingCo2eKg')::float8 as kg
      from (${largest} limit ${SAMPLE_SIZE}) as largest
      join calculations on ${inScope('calculations', scope)}
        and calculations.id = largest.calculation_id
      cross join jsonb_array_elements(calculations.measurement_gains) as gain
    ) as gains
    group by 1 order by "narrowingCo2eKg" desc, 1 limit ${MOST_NAMED}`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${largest} limit ${SAMPLE_SIZE + 1}) as largest`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  return {
    productCount: Math.min(count, SAMPLE_SIZE),
    isWholeCatalogue: count <= SAMPLE_SIZE,
    factors,
  };
}
