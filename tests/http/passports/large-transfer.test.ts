import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { codesOf, mutationText, sendForId, textAt } from '../client.ts';
import { service, world } from '../world.ts';
import { published } from './desk.ts';

const GRANTS = 1_200;

const ours = await world({ tier: 'ENTERPRISE' });
const theirs = await world({ tier: 'ENTERPRISE' });
const TENANT = [ours.scope.organizationId, ours.scope.environment];

const offering = (id: string) =>
  ours.send(mutationText('offerDppTransfer', 'token'), {
    input: { id, recipient: 'Second Life', expiresAt: new Date(Date.now() + 60_000).toISOString() },
  });

/** Grants that were ended, by transaction. */
async function endedGrants(id: string): Promise<number[]> {
  const rows = await query<{ count: number }>(
    service.db,
    `select count(*)::int as count from dpp_grants where organization_id = $1 and environment = $2
       and dpp_id = $3 and revoked_at is not null group by xmin order by min(id::text)`,
    [...TENANT, decodeId('dpp', id)],
  );
  return rows.map(({ count }) => count);
}

test('the grants of a passport that passed on are ended by the page, each with an entry of the audit log', async () => {
  const id = await published(ours);
  await query(
    service.db,
    `insert into dpp_grants (organization_id, environment, id, dpp_id, audience, purpose, holder, token_hash, expires_at)
     select $1, $2, uuid_v7(), $3, 'AUTHORITY', 'Control', 'Holder', sha256(number::text::bytea), now() + interval '1 day'
     from generate_series(1, $4) as number`,
    [...TENANT, decodeId('dpp', id), GRANTS],
  );
  const token = textAt(await offering(id), 'offerDppTransfer', 'token');
  const economicOperator = {
    ...{ name: 'Second Life', id: '9506000134376', scheme: 'GLN' },
    ...{ role: 'MANUFACTURER', country: 'PT' },
  };
  const input = { token, economicOperator };
  await sendForId(theirs, 'acceptDppTransfer', 'dpp', input);
  await until(async () => {
    const left = 'select from dpp_handovers where organization_id = $1 and environment = $2';
    return (await query(service.db, left, TENANT)).length === 0;
  });
  assert.deepEqual(await endedGrants(id), [100, 500, 500, 100]);
  const entries = await query(
    service.db,
    `select from audit_entries where organization_id = $1 and environment = $2 and action = 'dpp_grant.revoked'`,
    TENANT,
  );
  assert.equal(entries.length, GRANTS);
});

test('a passport with more versions than one request can move is refused when it is offered, with the ceiling', async () => {
  const id = await published(ours);
  await query(
    service.db,
    `insert into dpp_versions (organization_id, environment, dpp_id, number, content)
     select $1, $2, $3, number, 'x' from generate_series(2, 10001) as number`,
    [...TENANT, decodeId('dpp', id)],
  );
  const refused = await offering(id);
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.equal(refused.errors[0]?.extensions['maxVersions'], 10_000);
  assert.match(String(refused.errors[0]?.message), /has 10,001 versions with 1 MB/);
});
