import { inScope } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';

registerAttention('STALE_SCENARIOS', {
  permission: 'SCENARIOS_READ',
  page: 'scenarios',
  find: async ({ db, scope }, limit) => {
    const rows = await db
      .selectFrom('scenarios')
      .select(['id', 'name'])
      .where(inScope('scenarios', scope))
      .where('state', '=', 'STALE')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, name }) => ({ id: encodeId('scenario', id), name }));
  },
});
