import { sql } from 'kysely';
import { inScope } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';

registerAttention('EXPIRING_API_KEYS', {
  permission: 'API_KEYS_MANAGE',
  page: 'settings/api-keys',
  find: async ({ db, scope }, limit) => {
    const rows = await db
      .selectFrom('api_keys')
      .select(['id', 'name'])
      .where(inScope('api_keys', scope))
      .where('revoked_at', 'is', null)
      .where('rotated_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where('expires_at', '<', sql<Date>`now() + interval '14 days'`)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, name }) => ({ id: encodeId('apiKey', id), name }));
  },
});
