import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epcisEvents } from '../../server/src/domains/epcis/store.ts';
import { grants } from '../../server/src/domains/passports/grants/store.ts';
import { transfers } from '../../server/src/domains/passports/transfers/store.ts';
import { plannedList, wholeScansOf, wideReadsOf } from './planned-lists.ts';

/** No list of what passports share reads a whole table, whatever its filter and order. */

const NOW = new Date();
const ID = '01900000-0000-7000-8000-000000000000';

const plannedGrants = plannedList(
  grants,
  `insert into dpp_grants (organization_id, environment, id, dpp_id, schema_id, audience, purpose, holder,
      token_hash, expires_at, revoked_at)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      gen_random_uuid(), case when at % 300 = 1 then 'battery' end, 'AUTHORITY', 'Audit', (at / 20)::text, '',
      now() + make_interval(days => case when at % 200 = 5 then 1 else -1 end),
      case when at % 200 = 7 then now() end
    from generate_series(1, $2::int) as at`,
  [
    { dppId: ID },
    { productId: ID },
    { schemaId: 'battery' },
    { holder: '7' },
    { state: ['ACTIVE'] },
    { state: ['REVOKED'] },
    { state: ['EXPIRED'] },
    { state: ['ACTIVE', 'REVOKED'] },
  ],
);

const plannedTransfers = plannedList(
  transfers,
  `insert into dpp_transfers (organization_id, environment, id, dpp_id, identity, recipient, token_hash,
      expires_at, withdrawn_at, accepted_at, accepted_by)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      gen_random_uuid(), '', 'Second Life', '',
      now() + make_interval(days => case when at % 200 = 5 then 1 else -1 end),
      case when at % 200 = 7 then now() end, case when at % 200 = 9 then now() end,
      case when at % 200 = 9 then 'Second Life' end
    from generate_series(1, $2::int) as at`,
  [
    { dppId: ID },
    { state: ['OFFERED'] },
    { state: ['ACCEPTED'] },
    { state: ['WITHDRAWN'] },
    { state: ['EXPIRED'] },
    { state: ['OFFERED', 'ACCEPTED'] },
  ],
);

const plannedEvents = plannedList(
  epcisEvents,
  `with captured as (
      insert into epcis_events (organization_id, environment, id, event_id, is_error_declaration, type,
        event_time, access, sha256, document)
      select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(), at::text,
        false, case when at % 200 = 1 then 'AggregationEvent' else 'ObjectEvent' end,
        now() - make_interval(mins => at), 'INTERNAL', '', ''
      from generate_series(1, $2::int) as at returning *)
    insert into epcis_event_products (organization_id, environment, identity, event_id, access)
    select organization_id, environment, '01/0' || event_id::int / 20, id, access from captured where event_id::int < 500`,
  [
    { eventId: '7' },
    { type: 'AggregationEvent' },
    { type: 'ObjectEvent' },
    { identity: '01/07' },
    { identity: '01/07', type: 'AggregationEvent' },
    { eventSince: NOW },
    { eventUntil: NOW },
    { type: 'AggregationEvent', eventUntil: NOW },
  ],
);

for (const list of [plannedGrants, plannedTransfers, plannedEvents]) {
  test(`no filter or order of ${list.table} is planned as a scan of the whole table`, async () => {
    assert.deepEqual(await wholeScansOf(list), []);
  });

  test(`every filter and order of ${list.table} finds its page without reading the rest`, async () => {
    assert.deepEqual(await wideReadsOf(list), []);
  });
}
