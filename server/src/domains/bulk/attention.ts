import { inScope } from '../../platform/database/index.ts';
import { encodeId, lowestUuidAt } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';
import { BULK_DIRECTIONS, jobKindOf } from './model.ts';
import { canSee } from './service.ts';
import { BULK_TYPES } from './types.ts';

const WEEK_MS = 7 * 86_400_000;

registerAttention('FAILED_BULK_JOBS', {
  // Each type of objects has a permission of its own.
  permission: undefined,
  page: 'imports',
  find: async ({ db, scope, caller }, limit) => {
    const kinds = BULK_DIRECTIONS.flatMap((direction) =>
      [...BULK_TYPES.keys()]
        .filter((type) => canSee(caller, direction, type))
        .map((type) => jobKindOf(direction, type)),
    );
    if (kinds.length === 0) return [];
    const rows = await db
      .selectFrom('jobs')
      .select(['id', 'kind'])
      .where(inScope('jobs', scope))
      .where('state', '=', 'FAILED')
      .where('id', '>', lowestUuidAt(Date.now() - WEEK_MS))
      .where('kind', 'in', kinds)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, kind }) => ({ id: encodeId('job', id), name: kind }));
  },
});
