import { sql } from 'kysely';
import { inScope } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';

registerAttention('PRODUCTS_NOT_CALCULATED', {
  permission: 'CALCULATIONS_READ',
  page: 'products?footprint=NOT_CALCULATED',
  find: async ({ db, scope }, limit) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select products.id, products.name
      from catalogue_results join products on ${inScope('products', scope)}
        and products.id = catalogue_results.product_id
      where ${inScope('catalogue_results', scope)} and catalogue_results.problems is not null
        and catalogue_results.calculation_id = (
          select calculations.id from calculations join jobs on ${inScope('jobs', scope)}
            and jobs.id = calculations.job_id and jobs.state = 'COMPLETED'
          where ${inScope('calculations', scope)} and calculations.kind = 'CATALOGUE'
          order by calculations.id desc limit 1)
        and products.co2e_kg is null and products.status <> 'ARCHIVED'
      order by products.id limit ${limit}`.execute(db);
    return rows.map(({ id, name }) => ({ id: encodeId('product', id), name }));
  },
});
