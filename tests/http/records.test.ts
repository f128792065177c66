import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TIER_LIMITS } from '../../server/src/domains/limits/index.ts';
import { accessOf } from '../../server/src/graphql/access.ts';
import { query } from '../../server/src/platform/database/index.ts';
import { encodeId, newUuid } from '../../server/src/platform/ids.ts';
import { until } from '../../server/src/platform/testing.ts';
import { schema } from '../../server/src/schema.ts';
import { askForImport, exported, hasEnded, idIn, jobWhen, jsonl, put } from './bulk/files.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText, sendForId } from './client.ts';
import { service, type World, world } from './world.ts';

const MIB = 1024 ** 2;
const MOST = TIER_LIMITS.FREE.recordBytes;
const CREATE = mutationText('createProduct', 'product { id }');
const COUNT = '{ products { totalCount } }';
const STORAGE =
  '{ storage { recordBytes maxRecordBytes measuredAt recordKinds { kind bytes } fileBytes maxFileBytes } }';

/** Leaves an environment so many bytes, as if its records had been measured; they are not measured again before `rest` is over. */
async function leave({ scope, organization }: World, bytes: number): Promise<void> {
  await query(
    service.db,
    `insert into record_bytes (organization_id, environment, measured, measured_at, rest_until)
     values ($1, $2, $3, now(), 'infinity')
     on conflict (organization_id, environment) do update
       set measured = excluded.measured, measured_at = now(), rest_until = 'infinity', written = 0`,
    [scope.organizationId, scope.environment, TIER_LIMITS[organization.tier].recordBytes - bytes],
  );
}

/** Ends the rest of an environment: the worker of the service measures its records, if that was asked for. */
async function measureSoon({ scope }: World): Promise<void> {
  for (const [table, time] of [
    ['record_bytes', 'rest_until'],
    ['record_measurements', 'due_at'],
  ])
    await query(
      service.db,
      `update ${table} set ${time} = now() where organization_id = $1 and environment = $2`,
      [scope.organizationId, scope.environment],
    );
}

/** Of a process that knew another number until then. */
function untilFull({ send }: World): Promise<void> {
  return until(async () => codesOf(await send(CREATE, { input: { name: 'Full' } })).length > 0);
}

const PART: JsonObject = {
  name: 'p'.repeat(220),
  quantity: 1,
  material: 'cotton fibre',
  massKg: 1,
};
const PARTS = Array.from({ length: 200 }, () => PART);
const ATTACK = `mutation ($parts: [ComponentInput!]!) { ${Array.from(
  { length: 30 },
  (_, at) =>
    `a${at}: createProduct(input: { name: "Many", components: $parts }) { product { id } }`,
).join(' ')} }`;

test('a key that writes without end is refused at its ceiling, others write on, and what is deleted makes room', async () => {
  const [free, other] = [await world(), await world()];
  const attention = '{ attention { kind page objects { id } } }';
  assert.deepEqual(dataOf(await free.send(attention)), { attention: [] });
  await leave(free, 4 * MIB);
  const object = { id: encodeId('organization', free.organization.id) };
  const item = { kind: 'RECORDS_NEAR_CEILING', page: 'settings/usage', objects: [object] };
  assert.deepEqual(dataOf(await free.send(attention)), { attention: [item] });
  const kept = await sendForId(free, 'createProduct', 'product', {
    name: 'Kept',
    idempotencyKey: 'one',
  });
  let refused: Awaited<ReturnType<typeof free.send>> | undefined;
  for (let requests = 0; refused === undefined && requests < 6; requests += 1) {
    const answer = await free.send(ATTACK, { parts: PARTS });
    if (codesOf(answer).includes('CONFLICT')) refused = answer;
  }
  const [error] = refused?.errors ?? [];
  assert.equal(error?.extensions['maxStoredBytes'], MOST);
  assert.ok(Number(error?.extensions['storedBytes']) >= MOST);
  assert.match(
    error?.message ?? '',
    /^The records of this environment have 1,0\d\d MB; the tier FREE allows 1,024 MB\./,
  );

  const products = '{ products(first: 100) { totalCount nodes { id } } }';
  const before = dataOf(await free.send(products));
  assert.deepEqual(codesOf(await free.send(CREATE, { input: { name: 'More' } })), ['CONFLICT']);
  assert.deepEqual(dataOf(await free.send(products)), before, 'a refused mutation changes nothing');
  assert.deepEqual(codesOf(await other.send(CREATE, { input: { name: 'Mine' } })), []);
  const again = { input: { name: 'Kept', idempotencyKey: 'one' } };
  assert.equal(at(dataOf(await free.send(CREATE, again)), 'createProduct', 'product', 'id'), kept);

  const deleted = await free.send(mutationText('deleteProduct', 'deletedProductId'), {
    input: { id: kept },
  });
  assert.deepEqual(codesOf(deleted), []);
  await measureSoon(free);
  await until(
    async () => codesOf(await free.send(CREATE, { input: { name: 'Room' } })).length === 0,
  );
  const { recordBytes, measuredAt, recordKinds } = Object(
    at(dataOf(await free.send(STORAGE)), 'storage'),
  );
  assert.ok(Number(recordBytes) < 100 * MIB && Date.parse(String(measuredAt)) > 0);
  const kinds: readonly { kind: string; bytes: number }[] = recordKinds;
  assert.ok(kinds.some(({ kind }) => kind === 'EVENTS'));
  assert.equal(kinds[0]?.kind, 'PRODUCTS', 'those that fill it come first');
  const [row] = await query<{ measured: number }>(
    service.db,
    'select measured from record_bytes where organization_id = $1 and environment = $2',
    [free.scope.organizationId, free.scope.environment],
  );
  const sum = kinds.reduce((bytes, kind) => bytes + kind.bytes, 0);
  assert.equal(sum, row?.measured, 'kinds add up to all');
});

test('an environment that is full fails imports with a sentence, and can be exported', async () => {
  const free = await world();
  const url = await askForImport(free);
  await leave(free, -MIB);
  await untilFull(free);
  const before = dataOf(await free.send(COUNT));
  const uploaded = await put(url, free.key, jsonl([{ name: 'A' }, { name: 'B' }]));
  assert.equal(uploaded.status, 200);
  const job = await jobWhen(free, idIn(url), hasEnded);
  assert.deepEqual([job['state'], job['doneCount']], ['FAILED', 0]);
  assert.match(String(job['error']), /^The records of this environment have 1,0\d\d MB;/);
  assert.deepEqual(dataOf(await free.send(COUNT)), before);
  assert.doesNotMatch(await exported(free), /"name":"B"/);
});

test('passports that are written by EN 18222 are refused as those of mutations are, and are deleted', async () => {
  const enterprise = await world({ tier: 'ENTERPRISE' });
  await leave(enterprise, -MIB);
  const send = async (method: string, path: string, body: string | null) => {
    const headers = { 'X-API-Key': enterprise.key, 'Content-Type': 'application/json' };
    const response = await fetch(`${service.url}/v1/dpps${path}`, { method, headers, body });
    return { status: response.status, text: await response.text() };
  };
  const created = await send('POST', '', '{}');
  assert.equal(created.status, 409);
  assert.match(created.text, /The records of this environment have 1,048,577 MB;/);
  const unknown = encodeId('dpp', newUuid());
  assert.equal((await send('PATCH', `/${unknown}`, '{}')).status, 409);
  assert.equal((await send('DELETE', `/${unknown}`, null)).status, 404, 'it is looked for');
});

test('the ceiling is that of the organization, whatever tier a key has', async () => {
  const growth = await world({ tier: 'GROWTH' });
  const sandbox = await world({ environment: 'SANDBOX' });
  for (const [client, most] of [
    [growth, TIER_LIMITS.GROWTH.recordBytes],
    [sandbox, MOST],
  ] as const) {
    const { maxRecordBytes, recordBytes, recordKinds, fileBytes } = Object(
      at(dataOf(await client.send(STORAGE)), 'storage'),
    );
    assert.deepEqual([maxRecordBytes, recordBytes, recordKinds, fileBytes], [most, 0, [], 0]);
  }
});

test('a leaked key can be replaced in an environment that is full', async () => {
  const free = await world();
  await leave(free, -MIB);
  await untilFull(free);
  const rotate = mutationText('rotateApiKey', 'apiKey { id }');
  const rotated = await free.send(rotate, { input: { id: encodeId('apiKey', free.keyId) } });
  assert.deepEqual(codesOf(rotated), []);
  const create = mutationText('createApiKey', 'apiKey { id }');
  assert.deepEqual(codesOf(await free.send(create, { input: { name: 'More' } })), ['CONFLICT']);
});

test('mutations that end something or secure access go on without room, and no other does', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const secure = fields.filter((field) => accessOf(field).secures === true);
  assert.deepEqual(
    secure.map(({ name }) => name),
    ['changeMemberRole', 'rotateApiKey', 'rotateWebhookSecret'],
  );
  const goOn = fields.filter((field) => accessOf(field).freesRoom === true).map(({ name }) => name);
  const ending = fields
    .map(({ name }) => name)
    .filter((name) => /^(delete|cancel|revoke)/.test(name));
  assert.deepEqual(
    goOn.filter((name) => !ending.includes(name)),
    [
      'abandonCart',
      'archiveDpp',
      'bulkExport',
      'endDppLife',
      'removeMember',
      'resetSandbox',
      'suspendDpp',
      'withdrawDppTransfer',
    ],
  );
  assert.deepEqual(
    ending.filter((name) => !goOn.includes(name)),
    [],
  );
});
