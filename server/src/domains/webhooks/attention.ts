import { sql } from 'kysely';
import { inScope } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';
import { hostOf } from './address-rules.ts';

/** An environment has few endpoints, and a few counts of each hour of a day. */
registerAttention('FAILING_WEBHOOK_ENDPOINTS', {
  permission: 'WEBHOOKS_READ',
  page: 'webhooks',
  find: async ({ db, scope }, limit) => {
    const { rows } = await sql<{ id: string; url: string }>`
      select id, url from webhook_endpoints
      where ${inScope('webhook_endpoints', scope)}
        and (disabled_reason in ('GONE', 'FAILING') or is_enabled and exists (
          select from webhook_health where webhook_health.organization_id = ${scope.organizationId}
            and webhook_health.environment = ${scope.environment} and endpoint_id = webhook_endpoints.id and hour > now() - interval '24 hours'
          having sum(failed) > sum(succeeded)))
      order by id limit ${limit}`.execute(db);
    return rows.map(({ id, url }) => ({
      id: encodeId('webhookEndpoint', id),
      name: hostOf(new URL(url)),
    }));
  },
});
