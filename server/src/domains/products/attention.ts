import { sql } from 'kysely';
import { inScope } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { type AttentionSource, registerAttention } from '../../rules/attention.ts';
import type { ProductFootprintState } from './model.ts';

/** Products with a condition that an index of its own serves (`0010_products.sql`). */
function productsThat(
  condition: ReturnType<typeof sql<boolean>>,
  footprintState: ProductFootprintState,
): AttentionSource {
  return {
    permission: 'PRODUCTS_READ',
    page: `products?footprint=${footprintState}`,
    find: async ({ db, scope }, limit) => {
      const rows = await db
        .selectFrom('products')
        .select(['id', 'name'])
        .where(inScope('products', scope))
        .where(condition)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id, name }) => ({ id: encodeId('product', id), name }));
    },
  };
}

registerAttention(
  'PRODUCTS_WITHOUT_FOOTPRINT',
  productsThat(sql<boolean>`co2e_kg is null and status <> 'ARCHIVED'`, 'NOT_CALCULATED'),
);
registerAttention(
  'OUTDATED_FOOTPRINTS',
  productsThat(sql<boolean>`has_outdated_footprint and status <> 'ARCHIVED'`, 'OUTDATED'),
);
