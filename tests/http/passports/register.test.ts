import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { sql } from 'kysely';
import { EXAMPLE_CONTENT } from '../../../server/src/domains/passports/projections/testing.ts';
import {
  fileAdapter,
  httpAdapter,
  registerDuePassports,
  registerPassports,
} from '../../../server/src/domains/registrations/index.ts';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import type { Scope } from '../../../server/src/platform/scope.ts';
import { listening, temporaryFolder } from '../../../server/src/platform/testing.ts';
import { at, dataOf, type JsonObject } from '../client.ts';
import { service, type World, world } from '../world.ts';
import { act, published } from './desk.ts';
import { addVersion, publish, setState, trust } from './published.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const isRecord = ajv.compile(
  JSON.parse(
    await readFile(
      `${import.meta.dirname}/../../standards/cirpass2/mock-eu-registry-default-schema.json`,
      'utf8',
    ),
  ),
);
/** A registry that behaves as a test wants. */
type Registry = {
  readonly url: string;
  readonly records: Map<string, JsonObject>;
  misbehave: ((response: ServerResponse, record: JsonObject) => void) | undefined;
  /** Part of the address of the passports that it misbehaves for. */
  only: string;
  /** State of records that it has taken. */
  state: string;
  posts: number;
};

const registry = await startRegistry();

async function startRegistry(): Promise<Registry> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      const record: JsonObject = text === '' ? {} : JSON.parse(text);
      // Passports of other files of this process are answered as usual.
      const isMeant = String(record['liveURL']).includes(made.only);
      if (made.misbehave !== undefined && isMeant) return made.misbehave(response, record);
      if (request.method === 'POST') {
        made.posts += 1;
        if (!isRecord(record)) {
          const errors = [{ field: '', message: ajv.errorsText(isRecord.errors) }];
          return response.writeHead(400).end(JSON.stringify({ state: 'REJECTED', errors }));
        }
        made.records.set(String(request.headers['idempotency-key']), record);
        const answer = {
          state: made.state,
          hash: record['hash'],
          registrationId: `reg-${made.posts}`,
        };
        return response.writeHead(202).end(JSON.stringify(answer));
      }
      const registrationId = (request.url ?? '').split('/').at(-1);
      return response.end(JSON.stringify({ state: made.state, registrationId }));
    });
  });
  const made: Registry = {
    url: `http://127.0.0.1:${await listening(server)}`,
    records: new Map(),
    misbehave: undefined,
    only: '',
    state: 'PENDING',
    posts: 0,
  };
  return made;
}

const means = {
  db: service.db,
  urls: trust.urls,
  adapter: httpAdapter(registry.url),
  backupUrl: 'https://backup.example/acme/',
};

/** For a registry that never answers. */
const impatient = { ...means, adapter: httpAdapter(registry.url, 200) };

test('passports of each level are submitted once, and are pending until the registry decides', async () => {
  const { scope } = await world();
  const model = await publish({ scope });
  const { gtin } = model;
  const batch = await publish({ scope, gtin, batchNumber: 'L1' });
  const item = await publish({ scope, gtin, serialNumber: 'S1' });
  Object.assign(registry, { state: 'PENDING', posts: 0, misbehave: undefined });
  const first = await registerPassports(means, scope);
  assert.deepEqual(first, { states: { PENDING: 3 }, failures: [] });
  const recordOf = (id: string) => registry.records.get(`${id}-1`);
  const link = `${service.url}/01/${gtin}`;
  assert.equal(at(recordOf(model.id), 'upi'), link);
  assert.equal(at(recordOf(batch.id), 'modelUpi'), link);
  assert.equal(at(recordOf(item.id), 'modelUpi'), link);
  assert.equal(at(recordOf(item.id), 'deactivated'), false);
  assert.equal(at(recordOf(item.id), 'backupURL'), `https://backup.example/acme/dpp/${item.id}`);
  const { rows } = await sql<{ hash: string }>`select hash from dpp_versions
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and dpp_id = ${model.uuid}`.execute(service.db);
  assert.equal(at(recordOf(model.id), 'hash'), rows[0]?.hash);
  // A second run asks for the outcome and submits nothing again.
  registry.state = 'REGISTERED';
  assert.deepEqual((await registerPassports(means, scope)).states, { REGISTERED: 3 });
  assert.deepEqual((await registerPassports(means, scope)).states, { REGISTERED: 3 });
  assert.equal(registry.posts, 3);
  // The next version is a registration of its own; an item that ended is deactivated.
  await addVersion({ scope, gtin }, model.uuid, 2);
  await setState({ scope }, item, 'REVOKED');
  const last = await registerPassports(means, scope);
  assert.deepEqual(last.states, { DEACTIVATED: 1, REGISTERED: 3 });
  assert.equal(at(registry.records.get(`${item.id}-1-deactivated`), 'deactivated'), true);
});

test('a registry that is late, fails or answers wrongly leaves a passport pending for the next run', async () => {
  const { scope } = await world();
  await publish({ scope });
  Object.assign(registry, { state: 'REGISTERED', posts: 0 });
  const wrong = { state: 'REGISTERED', registrationId: 'reg', hash: 'of another version' };
  for (const [misbehave, expected] of [
    [() => {}, /could not be reached/],
    [(answer: ServerResponse) => answer.writeHead(503).end(), /answered 503/],
    [(answer: ServerResponse) => answer.writeHead(302, { Location: '/' }).end(), /not be reached/],
    [(answer: ServerResponse) => answer.end('<html>'), /not answer with a JSON object/],
    [(answer: ServerResponse) => answer.end('{"state":"FINE"}'), /without a known state/],
    [(answer: ServerResponse) => answer.end('{"state":"REGISTERED"}'), /without a registration id/],
    [(answer: ServerResponse) => answer.end(JSON.stringify(wrong)), /for another version/],
    ...[
      { state: 'REGISTERED', registrationId: 'reg\u0000' },
      { state: 'REGISTERED', registrationId: 'r'.repeat(1_001) },
    ].map(
      (body) =>
        [
          (answer: ServerResponse) => answer.end(JSON.stringify(body)),
          /malformed registration id/,
        ] as const,
    ),
  ] as const) {
    registry.misbehave = misbehave;
    const isSilent = misbehave.length === 0;
    const { states, failures } = await registerPassports(isSilent ? impatient : means, scope);
    assert.deepEqual(states, { PENDING: 1 });
    assert.match(failures.join(), expected);
  }
  registry.misbehave = undefined;
  const { states, failures } = await registerPassports(means, scope);
  assert.deepEqual([states, failures], [{ REGISTERED: 1 }, []]);
});

test('a rejection is one, whatever its reasons are', async () => {
  const { scope } = await world();
  await publish({ scope });
  const errors = [
    { field: { toString: 1 }, message: ['x'] },
    { field: 'upi', message: `\ud800${'\u0000'.repeat(2_000)}` },
    ...[7, null, 'Not enrolled.'],
  ];
  registry.misbehave = (answer) => answer.end(JSON.stringify({ state: 'REJECTED', errors }));
  assert.deepEqual((await registerPassports(means, scope)).states, { REJECTED: 1 });
  registry.misbehave = undefined;
});

test('a passport that misses a mandatory field is rejected without asking the registry', async () => {
  const { scope } = await world();
  const { commodityCode: _none, ...content } = EXAMPLE_CONTENT;
  await publish({ scope, content });
  Object.assign(registry, { posts: 0, misbehave: undefined });
  assert.deepEqual((await registerPassports(means, scope)).states, { REJECTED: 1 });
  assert.equal(registry.posts, 0);
});

test('records go through a folder, and their answers come back through it', async () => {
  const folder = await temporaryFolder('registry');
  const { scope } = await world();
  const { id } = await publish({ scope });
  const byFile = { ...means, adapter: fileAdapter(folder) };
  assert.deepEqual((await registerPassports(byFile, scope)).states, { PENDING: 1 });
  assert.deepEqual(await readdir(folder), [`${id}-1.json`]);
  assert.ok(isRecord(JSON.parse(await readFile(join(folder, `${id}-1.json`), 'utf8'))));
  const answer = { state: 'REJECTED', errors: [{ field: 'upi', message: 'Taken.' }] };
  await writeFile(join(folder, `${id}-1.answer.json`), JSON.stringify(answer));
  assert.deepEqual((await registerPassports(byFile, scope)).states, { REJECTED: 1 });
});

const REGISTRATION = `registration { publishedVersion hash state registrationId errors { field message }
  lastFailure attemptCount nextAttemptAt submittedAt }`;

async function registrationOf(client: World, id: string) {
  const answer = await client.send(`query ($id: ID!) { dpp(id: $id) { ${REGISTRATION} } }`, { id });
  return at(dataOf(answer), 'dpp', 'registration');
}

/** The work of one worker until nothing is due. */
function work(given = means): Promise<void> {
  return registerDuePassports(given, createLog('silent'))(new AbortController().signal);
}

/** Lets the next attempts of a tenant be due now. */
async function makeDue({ organizationId, environment }: Scope): Promise<void> {
  await sql`update dpp_registrations set due_at = now() - interval '1 second', leased_until = null
    where organization_id = ${organizationId} and environment = ${environment}
      and due_at is not null`.execute(service.db);
}

async function decisionsOf(client: World): Promise<unknown[]> {
  const query =
    '{ events(first: 50, filter: { types: ["dpp.registration_changed"] }) { nodes { data } } }';
  const nodes = at(dataOf(await client.send(query)), 'events', 'nodes');
  return Array.isArray(nodes)
    ? nodes.map((node) => [at(node, 'data', 'publishedVersion'), at(node, 'data', 'state')])
    : [];
}

test('a publication, an amendment and a revocation queue their registration, which a worker makes', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  Object.assign(registry, { state: 'REGISTERED', posts: 0, misbehave: undefined });
  const id = await published(client, { serialNumber: 'S1' });
  const waiting = await registrationOf(client, id);
  assert.equal(at(waiting, 'state'), 'PENDING');
  assert.equal(at(waiting, 'attemptCount'), 0);
  await act(client, 'amendDpp', { id, reason: 'Code', commodityCode: '610990' });
  assert.equal(at(await registrationOf(client, id), 'publishedVersion'), 2);
  await work();
  const registered = await registrationOf(client, id);
  assert.equal(at(registered, 'state'), 'REGISTERED');
  assert.equal(at(registered, 'nextAttemptAt'), null);
  assert.match(String(at(registered, 'registrationId')), /^reg-/);
  await act(client, 'revokeDpp', { id, reason: 'Recalled' });
  await work();
  assert.equal(at(await registrationOf(client, id), 'state'), 'DEACTIVATED');
  assert.deepEqual(await decisionsOf(client), [
    [1, 'REGISTERED'],
    [2, 'REGISTERED'],
    [2, 'DEACTIVATED'],
  ]);
});

test('tenants take turns, however many versions one of them has', async () => {
  const [{ scope: many }, { scope: few }] = [await world(), await world()];
  for (let count = 0; count < 41; count++) await publish({ scope: many });
  const { id } = await publish({ scope: few });
  const own = new Set<unknown>();
  for (const { organizationId } of [many, few]) {
    const { rows } = await sql<{ id: string }>`select id from dpps
      where organization_id = ${organizationId} and environment = 'LIVE'`.execute(service.db);
    for (const row of rows) own.add(`/dpp/${encodeId('dpp', row.id)}`);
  }
  const submitted: string[] = [];
  Object.assign(registry, { state: 'REGISTERED', posts: 0, only: '' });
  registry.misbehave = (answer, { liveURL = '', hash = null }) => {
    submitted.push(new URL(String(liveURL)).pathname);
    answer.end(JSON.stringify({ state: 'REGISTERED', hash, registrationId: 'reg-8' }));
  };
  await work();
  registry.misbehave = undefined;
  const ours = submitted.filter((path) => own.has(path));
  assert.equal(ours.length, 42);
  assert.ok(ours.indexOf(`/dpp/${id}`) <= 20, `${ours.indexOf(`/dpp/${id}`)} were before it`);
});

test('two workers submit each version once, in the order of the versions', async () => {
  const { scope } = await world();
  Object.assign(registry, { state: 'REGISTERED', posts: 0 });
  const submitted: unknown[] = [];
  registry.misbehave = (answer, record) => {
    const { hash = null } = record;
    submitted.push(hash);
    answer.end(JSON.stringify({ state: 'REGISTERED', hash, registrationId: 'reg-9' }));
  };
  const first = await publish({ scope });
  await addVersion({ scope, gtin: first.gtin }, first.uuid, 2);
  for (let count = 0; count < 5; count++) await publish({ scope });
  await Promise.all([work(), work()]);
  await work();
  const { rows } = await sql<{ hash: string; attempts: number; dppId: string }>`
    select hash, attempt_count as attempts, dpp_id as "dppId" from dpp_registrations
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
    order by dpp_id, number`.execute(service.db);
  assert.equal(rows.length, 7);
  assert.ok(rows.every(({ attempts }) => attempts === 1));
  const own = new Set<unknown>(rows.map(({ hash }) => hash));
  const ours = submitted.filter((hash) => own.has(hash));
  assert.equal(ours.length, 7, 'one submission each');
  const [one, two] = rows.filter(({ dppId }) => dppId === first.uuid).map(({ hash }) => hash);
  assert.ok(ours.indexOf(one) < ours.indexOf(two));
});

test('after a silence the same record is submitted again, and a late second answer changes nothing', async () => {
  const client = await world();
  const { scope } = client;
  const { uuid } = await publish({ scope });
  const id = encodeId('dpp', uuid);
  Object.assign(registry, { misbehave: () => {}, only: id });
  await work(impatient);
  const silent = await registrationOf(client, id);
  assert.equal(at(silent, 'state'), 'PENDING');
  assert.match(String(at(silent, 'lastFailure')), /could not be reached/);
  assert.ok(new Date(String(at(silent, 'nextAttemptAt'))).getTime() > Date.now(), 'backoff');
  // A worker that hangs loses its lease; the other one registers, and the late answer is dropped.
  const late = Promise.withResolvers<ServerResponse>();
  registry.misbehave = (answer) => late.resolve(answer);
  await makeDue(scope);
  const hanging = work({ ...means, adapter: httpAdapter(registry.url, 60_000) });
  const answer = await late.promise;
  Object.assign(registry, { state: 'REGISTERED', posts: 0, misbehave: undefined });
  await makeDue(scope);
  await work();
  assert.equal(at(await registrationOf(client, id), 'state'), 'REGISTERED');
  answer.end(JSON.stringify({ state: 'REJECTED', errors: ['Twice.'] }));
  await hanging;
  const last = await registrationOf(client, id);
  assert.equal(at(last, 'state'), 'REGISTERED');
  assert.equal(at(last, 'attemptCount'), 3);
  assert.deepEqual(await decisionsOf(client), [[1, 'REGISTERED']]);
});

test('an item that ends while its registration is under way is deactivated afterwards', async () => {
  const client = await world();
  const { scope } = client;
  const item = await publish({ scope, serialNumber: 'S9' });
  const asked = Promise.withResolvers<readonly [ServerResponse, JsonObject]>();
  registry.misbehave = (answer, record) => {
    asked.resolve([answer, record]);
    registry.misbehave = undefined;
  };
  Object.assign(registry, { state: 'REGISTERED', only: item.id });
  const working = work();
  const [answer, { hash = null }] = await asked.promise;
  await setState({ scope }, item, 'REVOKED');
  answer.end(JSON.stringify({ state: 'REGISTERED', hash, registrationId: 'reg-8' }));
  await working;
  await work();
  assert.equal(at(await registrationOf(client, item.id), 'state'), 'DEACTIVATED');
  assert.equal(at(registry.records.get(`${item.id}-1-deactivated`), 'deactivated'), true);
});
