import { query } from '../../platform/database/index.ts';
import { inTurns } from '../../platform/jobs/index.ts';

const BATCH = 1_000;

/** Compares passports with the footprint of a product that has changed: the change itself compares the first hundred. */
export const compareFootprints = inTurns({
  name: 'comparing passports with the footprints of their products',
  table: 'dpp_footprint_changes',
  id: 'product_id',
  turn: 'compared_at',
  page: ({ db, scope: { organizationId, environment } }, { id }) =>
    query(db, 'select compare_dpp_footprints($1, $2, $3, $4)', [
      organizationId,
      environment,
      id,
      BATCH,
    ]),
});
