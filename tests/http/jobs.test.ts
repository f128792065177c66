import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../server/src/platform/database/index.ts';
import { decodeId, encodeId, newUuid } from '../../server/src/platform/ids.ts';
import { untilFound } from '../../server/src/platform/testing.ts';
import { PERMISSIONS, type Permission } from '../../server/src/rules/access/permissions.ts';
import { at, codesOf, dataOf, type Json, mutationText, sendForId, textAt } from './client.ts';
import { act, GENERIC, newProduct } from './passports/desk.ts';
import { service, type World, world } from './world.ts';

const TYPES: readonly {
  readonly type: string;
  readonly one: string;
  readonly many: string;
  readonly payload: string;
  readonly kind: string;
  /** Permission of the type; that of a bulk job depends on what it reads or writes. */
  readonly read?: Permission;
}[] = [
  {
    type: 'AssetBatch',
    one: 'assetBatch',
    many: 'assetBatches',
    payload: 'batch',
    kind: 'ASSETS',
    read: 'ASSETS_READ',
  },
  {
    type: 'DppJob',
    one: 'dppJob',
    many: 'dppJobs',
    payload: 'job',
    kind: 'DPP_PUBLISH',
    read: 'DPPS_READ',
  },
  {
    type: 'WebhookRedelivery',
    one: 'webhookRedelivery',
    many: 'webhookRedeliveries',
    payload: 'redelivery',
    kind: 'WEBHOOK_REDELIVERY',
    read: 'WEBHOOKS_READ',
  },
  { type: 'BulkJob', one: 'bulkJob', many: 'bulkJobs', payload: 'job', kind: 'EXPORT_CUSTOMERS' },
];

const PROGRESS = `state totalCount doneCount failedCount progress error createdAt startedAt finishedAt`;

/** A job that no worker takes: it waits for a file, or another one has its lease. */
async function held(here: World, kind: string, state: 'AWAITING_FILE' | 'RUNNING') {
  const id = newUuid();
  const { organizationId, environment } = here.scope;
  const input = {
    choices: {},
    tenant: {},
    filter: {},
    format: 'JSONL',
    since: new Date(),
    until: new Date(),
  };
  await query(
    service.db,
    `insert into jobs (organization_id, environment, id, kind, state, input, total_count, done_count, failed_count,
       started_at, leased_until)
     values ($1, $2, $3, $4, $5, $6, 8, 2, 1, now(), now() + interval '1 hour')`,
    [organizationId, environment, id, kind, state, JSON.stringify(input)],
  );
  return encodeId('job', id);
}

for (const { type, one, many, payload, kind, read } of TYPES) {
  const cancelText = mutationText(`cancel${type}`, `${payload} { id state finishedAt }`);

  test(`a ${type} is a Job: it is listed, shows its progress, and is cancelled`, async () => {
    const here = await world({ tier: 'ENTERPRISE' });
    const waiting = await held(here, kind, 'AWAITING_FILE');
    const running = await held(here, kind, 'RUNNING');

    const { node } = dataOf(
      await here.send(
        `query ($id: ID!) { node(id: $id) { __typename ... on Job { ${PROGRESS} } } }`,
        { id: running },
      ),
    );
    assert.equal(at(node, '__typename'), type);
    assert.equal(at(node, 'state'), 'RUNNING');
    assert.equal(at(node, 'progress'), 0.25);
    assert.deepEqual([at(node, 'doneCount'), at(node, 'failedCount')], [2, 1]);
    const list = dataOf(await here.send(`{ ${many} { totalCount nodes { id } } }`));
    assert.deepEqual(list, {
      [many]: { totalCount: 2, nodes: [{ id: running }, { id: waiting }] },
    });

    const cancelled = await here.send(cancelText, { input: { id: waiting } });
    assert.equal(textAt(cancelled, `cancel${type}`, payload, 'state'), 'CANCELLED');
    assert.ok(textAt(cancelled, `cancel${type}`, payload, 'finishedAt'));
    const asked = await here.send(cancelText, { input: { id: running } });
    assert.equal(textAt(asked, `cancel${type}`, payload, 'state'), 'RUNNING');
    const [{ isAsked } = { isAsked: false }] = await query<{ isAsked: boolean }>(
      service.db,
      `select is_cancel_requested as "isAsked" from jobs
       where organization_id = $1 and environment = $2 and id = $3`,
      [here.scope.organizationId, here.scope.environment, decodeId('job', running)],
    );
    assert.ok(isAsked);
    assert.deepEqual(codesOf(await here.send(cancelText, { input: { id: waiting } })), [
      'CONFLICT',
    ]);
  });

  test(`nobody else sees or cancels a ${type}, nor under the name of another type`, async () => {
    const here = await world({ tier: 'ENTERPRISE' });
    const id = await held(here, kind, 'RUNNING');
    const stranger = await world({ tier: 'ENTERPRISE' });
    for (const each of [cancelText, `query ($id: ID!) { ${one}(id: $id) { id } }`])
      assert.deepEqual(codesOf(await stranger.send(each, { input: { id }, id })), ['NOT_FOUND']);
    for (const other of TYPES.filter((each) => each.type !== type)) {
      const text = mutationText(`cancel${other.type}`, `${other.payload} { id }`);
      assert.deepEqual(codesOf(await here.send(text, { input: { id } })), ['NOT_FOUND']);
    }
    const { organization } = here;
    const reader = await world({ organization, permissions: read === undefined ? [] : [read] });
    assert.deepEqual(codesOf(await reader.send(cancelText, { input: { id } })), ['FORBIDDEN']);
    if (read === undefined) return;
    const permissions = PERMISSIONS.filter((each) => each !== read);
    const writer = await world({ tier: 'ENTERPRISE', organization, permissions });
    const unseen = await writer.send(cancelText, { input: { id } });
    assert.deepEqual(codesOf(unseen), ['FORBIDDEN']);
    assert.equal(unseen.errors[0]?.extensions['requiredPermission'], read);
  });
}

test('a cancelled job of passports ends within seconds, and keeps what it has drafted', async () => {
  const here = await world({ tier: 'ENTERPRISE' });
  const productId = await newProduct(here);
  await act(here, 'generateDpp', { productId, ...GENERIC });
  const input = { productId, count: 100_000 };
  const id = await sendForId(here, 'generateDpps', 'job', input);
  const jobWhen = (isSo: (job: Json | undefined) => boolean): Promise<Json> =>
    untilFound(async () => {
      const text = 'query ($id: ID!) { dppJob(id: $id) { state doneCount progress } }';
      const job = at(dataOf(await here.send(text, { id })), 'dppJob');
      return job !== undefined && isSo(job) ? job : undefined;
    });
  await jobWhen((job) => Number(at(job, 'doneCount')) > 0);
  await sendForId(here, 'cancelDppJob', 'job', { id });
  const ended = await jobWhen((job) => at(job, 'state') !== 'RUNNING');
  assert.equal(at(ended, 'state'), 'CANCELLED');
  const done = Number(at(ended, 'doneCount'));
  assert.ok(done > 0 && done < input.count, `${done} drafts`);
  const drafts = await here.send('{ dpps { totalCount } }');
  assert.deepEqual(dataOf(drafts), { dpps: { totalCount: done + 1 } });
});
