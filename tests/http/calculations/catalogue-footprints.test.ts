import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { productDraft, productWriter } from '../../../server/src/domains/products/index.ts';
import { inTransaction, query, type Tx } from '../../../server/src/platform/database/index.ts';
import { decodeId, encodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { until, untilFound } from '../../../server/src/platform/testing.ts';
import {
  at,
  type Client,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  numberAt,
  textAt,
} from '../client.ts';
import { service, type World, world } from '../world.ts';
import { calculate, MUG, newProduct, problemsOf, resultOf } from './desk.ts';

/** `calculateCatalogue` with `asProductFootprint`: one call after an import. */

const RUN = `query ($id: ID!) { calculation(id: $id) { state detail catalogue { asProductFootprint totalCount doneCount
  failedCount progress error results(first: 100, onlyProblems: true) { totalCount nodes { productId co2eKg problems } } } } }`;

async function begin(client: Client, input: JsonObject = {}): Promise<string> {
  const text = mutationText('calculateCatalogue', 'calculation { id }');
  const answer = await client.send(text, { input: { asProductFootprint: true, ...input } });
  return textAt(answer, 'calculateCatalogue', 'calculation', 'id');
}

async function runOf(client: Client, id: string): Promise<Json> {
  return at(dataOf(await client.send(RUN, { id })), 'calculation') ?? null;
}

function ended(client: Client, id: string): Promise<Json> {
  return untilFound(async () => {
    const run = await runOf(client, id);
    return ['QUEUED', 'RUNNING'].includes(String(at(run, 'state'))) ? undefined : run;
  });
}

async function calculateAll(client: Client, input: JsonObject = {}): Promise<Json> {
  const run = await ended(client, await begin(client, input));
  assert.equal(at(run, 'state'), 'COMPLETED', String(at(run, 'catalogue', 'error')));
  return at(run, 'catalogue') ?? null;
}

const FIELDS =
  'id version footprintState footprintBasis footprint { id co2eKg snapshotHash state full { boundary } }';

async function productOf(client: Client, id: string): Promise<Json> {
  const answer = await client.send(`query ($id: ID!) { product(id: $id) { ${FIELDS} } }`, { id });
  return at(dataOf(answer), 'product') ?? null;
}

const countsOf = (catalogue: Json) =>
  ['totalCount', 'doneCount', 'failedCount'].map((name) => numberAt(catalogue, name));

/** Events and calculations of products so far. */
async function writtenOf({ scope }: World) {
  const [counted] = await query<{ events: number; calculations: number; versions: number }>(
    service.db,
    `select (select count(*)::int from events where organization_id = $1 and environment = $2
        and (type like 'product.%' or data->>'kind' = 'PRODUCT')) as events,
      (select count(*)::int from calculations where organization_id = $1 and environment = $2
        and kind = 'PRODUCT') as calculations,
      (select coalesce(sum(version), 0)::int from products where organization_id = $1 and environment = $2) as versions`,
    [scope.organizationId, scope.environment],
  );
  assert.ok(counted);
  return counted;
}

/** Many products without a footprint; every seventh has a material that nobody knows. */
async function importMany({ scope }: World, count: number): Promise<readonly string[]> {
  const rows = Array.from({ length: count }, (_, at) => {
    const components = [{ name: 'Body', material: at % 7 === 6 ? 'vibranium' : 'PP', massKg: 1 }];
    return { id: newUuid(), draft: productDraft({ name: `Box ${at}`, components }).draft };
  });
  await inTransaction({ db: service.db, scope }, async (work) => {
    await productWriter.insert(work, rows);
  });
  return rows.map(({ id }) => encodeId('product', id));
}

/** Does something while the rows of a product are locked by somebody else. */
function whileLocked<Answer>(
  productId: string,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return service.db.transaction().execute(async (tx) => {
    const id = decodeId('product', productId) ?? '';
    // The work may take longer on a busy machine than a transaction may be idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select from products where organization_id = (select organization_id from products where id = ${id})
      and environment = 'LIVE' and id = ${id} for update`.execute(tx);
    return work(tx);
  });
}

test('one call gives each product the footprint that it has alone, by its own basis, and reports the others', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const mug = await newProduct(ours, MUG);
  const gate = await newProduct(ours, { ...MUG, footprintBasis: 'FULL_CRADLE_TO_GATE' });
  const box = await newProduct(ours, {
    name: 'Box',
    components: [{ productId: mug, quantity: 6 }],
  });
  const odd = await newProduct(ours, { components: [{ material: 'vibranium', massKg: 1 }] });
  const bare = await newProduct(ours, { name: 'Bare' });
  const archived = await newProduct(ours, { ...MUG, status: 'ARCHIVED' });
  const before = await writtenOf(ours);

  const catalogue = await calculateAll(ours);
  assert.deepEqual(countsOf(catalogue), [5, 5, 2]);
  assert.equal(at(catalogue, 'asProductFootprint'), true);
  assert.equal(at(catalogue, 'progress'), 1);
  const failed = at(catalogue, 'results', 'nodes');
  assert.ok(Array.isArray(failed));
  assert.deepEqual(
    failed.map((row) => [at(row, 'productId'), at(row, 'problems', 0, 'code')]),
    [
      [odd, 'MISSING_FACTOR'],
      [bare, 'REQUIRED'],
    ],
  );
  assert.equal(at(catalogue, 'results', 'totalCount'), 2);

  for (const [id, input] of [
    [mug, {}],
    [box, {}],
    [gate, { detail: 'FULL', boundary: 'CRADLE_TO_GATE' }],
  ] as const) {
    const product = await productOf(ours, id);
    assert.equal(at(product, 'footprintState'), 'CURRENT');
    assert.equal(at(product, 'version'), 2);
    assert.equal(at(product, 'footprintBasis'), id === gate ? 'FULL_CRADLE_TO_GATE' : 'BASIC');
    const alone = await calculate(
      ours,
      'calculateProductFootprint',
      { productId: id, asProductFootprint: false, ...input },
      'snapshotHash',
    );
    assert.equal(
      at(product, 'footprint', 'snapshotHash'),
      at(dataOf(alone), 'calculateProductFootprint', 'calculation', 'snapshotHash'),
    );
  }
  for (const id of [odd, bare, archived])
    assert.equal(at(await productOf(ours, id), 'footprintState'), 'NOT_CALCULATED');
  const after = await writtenOf(ours);
  assert.equal(after.events - before.events, 3 * 2 + 3, 'two events a footprint, one a comparison');
  assert.equal(after.versions - before.versions, 3);
});

test('a second call writes nothing; a change of a declaration makes its product due again', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const [first = ''] = await importMany(ours, 21);
  assert.deepEqual(countsOf(await calculateAll(ours)), [21, 21, 3]);
  const before = await writtenOf(ours);
  assert.deepEqual(countsOf(await calculateAll(ours)), [3, 3, 3]);
  assert.deepEqual(await writtenOf(ours), before);

  const change = (netMassKg: number) =>
    ours.send(mutationText('updateProduct', 'product { footprintState }'), {
      input: { id: first, netMassKg },
    });
  assert.equal(
    at(dataOf(await change(2)), 'updateProduct', 'product', 'footprintState'),
    'OUTDATED',
  );
  assert.deepEqual(countsOf(await calculateAll(ours)), [4, 4, 3]);
  assert.equal(at(await productOf(ours, first), 'footprintState'), 'CURRENT');
  assert.equal((await writtenOf(ours)).calculations, before.calculations + 1);
});

test('a chosen detail and boundary become the basis of the products that are calculated, and of no other', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const known = await newProduct(ours, MUG);
  await calculateAll(ours);
  const fresh = await newProduct(ours, MUG);
  await calculateAll(ours, { boundary: 'CRADLE_TO_SHELF' });
  const product = await productOf(ours, fresh);
  assert.equal(at(product, 'footprintBasis'), 'FULL_CRADLE_TO_SHELF');
  assert.equal(at(product, 'footprint', 'full', 'boundary'), 'CRADLE_TO_SHELF');
  assert.equal(at(await productOf(ours, known), 'footprintBasis'), 'BASIC');
  const refused = await calculate(ours, 'calculateCatalogue', {
    ...{ asProductFootprint: true, detail: 'BASIC', boundary: 'CRADLE_TO_SHELF' },
  });
  assert.deepEqual(
    problemsOf(refused).map(({ code }) => code),
    ['NOT_FOR_BASIC'],
  );
});

test('without asProductFootprint the footprints of products stay as they are', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const id = await newProduct(ours, MUG);
  await calculateAll(ours, { asProductFootprint: false });
  assert.equal(at(await productOf(ours, id), 'footprintState'), 'NOT_CALCULATED');
});

test('two calls at once write each footprint once', async () => {
  const ours = await world({ tier: 'GROWTH' });
  await importMany(ours, 120);
  const runs = await Promise.all([begin(ours), begin(ours)]);
  for (const id of runs) assert.equal(at(await ended(ours, id), 'state'), 'COMPLETED');
  const { calculations, events, versions } = await writtenOf(ours);
  assert.deepEqual([calculations, events, versions], [103, 206, 120 + 103]);
});

test('a run whose worker lost it goes on after its last checkpoint, and writes each footprint once', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const ids = await importMany(ours, 130);
  const id = await whileLocked(ids[80] ?? '', async () => {
    const started = await begin(ours);
    await until(async () => Number(at(await runOf(ours, started), 'catalogue', 'doneCount')) > 0);
    await query(
      service.db,
      `update jobs set leased_until = null where organization_id = $1 and environment = 'LIVE'`,
      [ours.scope.organizationId],
    );
    await until(async () => {
      const [job] = await query<{ lease: number }>(
        service.db,
        `select lease from jobs where organization_id = $1 and environment = 'LIVE'`,
        [ours.scope.organizationId],
      );
      return job?.lease === 2;
    });
    return started;
  });
  const run = await ended(ours, id);
  assert.equal(at(run, 'state'), 'COMPLETED');
  assert.deepEqual(countsOf(at(run, 'catalogue') ?? null), [130, 130, 18]);
  const { calculations, events, versions } = await writtenOf(ours);
  assert.deepEqual([calculations, events, versions], [112, 224, 130 + 112]);
});

/** Ways to calculate a product: each begins, and says when it has ended. */
const WAYS: Readonly<
  Record<string, (client: World, id: string) => Promise<() => Promise<unknown>>>
> = {
  calculateCatalogue: async (client) => {
    const run = await begin(client);
    return () => ended(client, run);
  },
  calculateProductFootprint: async (client, productId) => {
    const answer = calculate(client, 'calculateProductFootprint', { productId });
    return async () => dataOf(await answer);
  },
};

for (const [way, start] of Object.entries(WAYS))
  test(`a product that is changed while ${way} calculates it has the footprint of its last declaration`, async () => {
    const ours = await world({ tier: 'GROWTH' });
    const id = await newProduct(ours, { components: [{ material: 'PP', massKg: 1 }] });
    const twin = await newProduct(ours, { components: [{ material: 'PP', massKg: 3 }] });
    const end = await whileLocked(id, async (tx) => {
      const started = await start(ours, id);
      // The product is calculated, and its footprint waits for the row.
      await until(async () => {
        const waiting = await query(
          service.db,
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          [],
        );
        return waiting.length > 0;
      });
      await sql`update products set version = version + 1, bill = jsonb_set(bill, '{components,0,massKg}', '3')
        where organization_id = ${ours.scope.organizationId} and environment = 'LIVE'
          and id = ${decodeId('product', id) ?? ''}`.execute(tx);
      return started;
    });
    await end();
    await resultOf(ours, 'calculateProductFootprint', { productId: twin });
    const changed = await productOf(ours, id);
    assert.equal(at(changed, 'footprintState'), 'CURRENT');
    assert.equal(
      numberAt(changed, 'footprint', 'co2eKg'),
      numberAt(await productOf(ours, twin), 'footprint', 'co2eKg'),
    );
  });

test('a cancelled run keeps what it wrote, and the next call does the rest', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const ids = await importMany(ours, 120);
  const id = await whileLocked(ids[80] ?? '', async () => {
    const started = await begin(ours);
    await until(async () => Number(at(await runOf(ours, started), 'catalogue', 'doneCount')) > 0);
    assert.deepEqual(
      codesOf(await calculate(ours, 'cancelCalculation', { id: started }, 'id')),
      [],
    );
    return started;
  });
  assert.equal(at(await ended(ours, id), 'state'), 'CANCELLED');
  const { calculations } = await writtenOf(ours);
  assert.ok(calculations > 0 && calculations < 103);
  await calculateAll(ours);
  assert.equal((await writtenOf(ours)).calculations, 103);
});

test('a client that pages through the filter while the job runs sees all that stay in it', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const ids = await importMany(ours, 120);
  const run = await begin(ours);
  const seen: Json[] = [];
  let after: Json = null;
  for (let hasNextPage = true; hasNextPage; ) {
    const answer = await ours.send(
      `query ($after: String) { products(first: 5, after: $after, filter: { footprintState: [NOT_CALCULATED] }) {
        nodes { id } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    const page = at(dataOf(answer), 'products') ?? null;
    const nodes = at(page, 'nodes');
    assert.ok(Array.isArray(nodes));
    seen.push(...nodes.map((node) => at(node, 'id') ?? null));
    hasNextPage = at(page, 'pageInfo', 'hasNextPage') === true;
    after = at(page, 'pageInfo', 'endCursor') ?? null;
  }
  assert.equal(new Set(seen).size, seen.length, 'none twice');
  assert.deepEqual(
    ids.filter((_, place) => place % 7 === 6 && !seen.includes(ids[place] ?? '')),
    [],
  );
  assert.deepEqual(countsOf(at(await ended(ours, run), 'catalogue') ?? null), [120, 120, 17]);
});

test('a run calculates the products of its own organization and environment alone', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const stranger = await world({ tier: 'GROWTH' });
  const sandbox = await world({
    ...{ tier: 'GROWTH', environment: 'SANDBOX', organization: ours.organization },
  });
  const [theirs, tried] = [await newProduct(stranger, MUG), await newProduct(sandbox, MUG)];
  const id = await begin(ours);
  await newProduct(ours, MUG);
  assert.equal(at(await ended(ours, id), 'state'), 'COMPLETED');
  assert.equal(at(await productOf(stranger, theirs), 'footprintState'), 'NOT_CALCULATED');
  assert.equal(at(await productOf(sandbox, tried), 'footprintState'), 'NOT_CALCULATED');
  assert.deepEqual(codesOf(await stranger.send(RUN, { id })), ['NOT_FOUND']);
});
