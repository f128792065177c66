import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { sql } from 'kysely';
import { EXAMPLE_CONTENT } from '../../../server/src/domains/passports/projections/testing.ts';
import {
  fileAdapter,
  httpAdapter,
  registerPassports,
} from '../../../server/src/domains/registrations/index.ts';
import { at, type JsonObject } from '../client.ts';
import { service, world } from '../world.ts';
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
  misbehave: ((response: ServerResponse) => void) | undefined;
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
      if (made.misbehave !== undefined) return made.misbehave(response);
      if (request.method === 'POST') {
        made.posts += 1;
        const record: JsonObject = JSON.parse(text);
        assert.ok(isRecord(record), ajv.errorsText(isRecord.errors));
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const made: Registry = {
    url: `http://127.0.0.1:${address.port}`,
    records: new Map(),
    misbehave: undefined,
    state: 'PENDING',
    posts: 0,
  };
  return made;
}

const means = {
  db: service.db,
  urls: trust.urls,
  adapter: httpAdapter(registry.url, 500),
  backupUrl: 'https://backup.example/acme/',
};

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
  ] as const) {
    registry.misbehave = misbehave;
    const { states, failures } = await registerPassports(means, scope);
    assert.deepEqual(states, { PENDING: 1 });
    assert.match(failures.join(), expected);
  }
  registry.misbehave = undefined;
  const { states, failures } = await registerPassports(means, scope);
  assert.deepEqual([states, failures], [{ REGISTERED: 1 }, []]);
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
  const folder = await mkdtemp(join(tmpdir(), 'trackway-registry-'));
  after(() => rm(folder, { recursive: true, force: true }));
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
