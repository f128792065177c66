import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import { listening, until } from '../../server/src/platform/testing.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../server/src/rules/access/permissions.ts';
import { clientOf, mutationText } from './client.ts';
import { startTestService } from './service.ts';

type Span = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
};

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const SECRET_NAME = 'Geheimes Produkt 4711';

/** A collector of OTLP over HTTP, which can fall silent. */
async function startCollector() {
  const bodies: { readonly path: string; readonly text: string; readonly token: string }[] = [];
  let isSilent = false;
  let heldCount = 0;
  const server = createServer(async (request, response) => {
    if (isSilent) {
      heldCount += 1;
      return;
    }
    const text = (await request.toArray()).join('');
    const token = String(request.headers.authorization);
    bodies.push({ path: String(request.url), text, token });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  return {
    endpoint: `http://127.0.0.1:${await listening(server)}`,
    bodies,
    fallSilent: () => {
      isSilent = true;
    },
    heldCount: () => heldCount,
    spans: (): readonly Span[] =>
      bodies
        .filter(({ path }) => path === '/v1/traces')
        .flatMap(({ text }) => JSON.parse(text).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
  };
}

test('a trace shows admission, statements and calculations of a request, below that of its client and without its data', async () => {
  const collector = await startCollector();
  const service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
  });
  const { id } = await createOrganization(service.db, 'Geheime Organisation', 'ENTERPRISE');
  const scope = { organizationId: id, environment: 'LIVE' } as const;
  const { secret } = await service.db.transaction().execute((tx) =>
    createKey({ db: tx, scope, by: COMMAND_LINE }, service.keyPepper, undefined, {
      name: 'Geheimer Name',
      tier: 'ENTERPRISE',
      permissions: PERMISSIONS,
      expiresAt: null,
    }),
  );
  const client = clientOf(`${service.url}/graphql`, secret);
  const traced = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const product = { externalId: 'geheim-1' };
  const input = {
    ...product,
    name: SECRET_NAME,
    netMassKg: 1,
    components: [{ name: 'Geheimes Bauteil', material: 'cotton', massKg: 1 }],
  };
  const made = await client.send(mutationText('createProduct', 'product { id }'), { input });
  assert.deepEqual(made.errors, []);
  const calculate = (headers: Readonly<Record<string, string>>) =>
    client.send(
      mutationText('calculateProductFootprint', 'calculation { co2eKg }'),
      { input: { product, detail: 'FULL' } },
      headers,
    );
  // The first thread may load its library for longer than a request may take, on a busy machine.
  await until(async () => (await calculate({})).errors.length === 0);
  assert.deepEqual((await calculate(traced)).errors, []);
  const untraced = { traceparent: `00-${TRACE.replace('0', '1')}-${PARENT}-00` };
  await client.send('{ me { id } }', {}, untraced);
  await client.send('{ me { id } }', {}, { traceparent: 'nonsense' });

  const ofTrace = () => collector.spans().filter(({ traceId }) => traceId === TRACE);
  await until(() => ofTrace().some(({ name }) => name === 'POST /graphql'));
  const root = ofTrace().find(({ name }) => name === 'POST /graphql');
  assert.equal(root?.parentSpanId, PARENT);
  const names = ofTrace().map(({ name }) => name);
  for (const expected of [/^admission$/, /^INSERT calculations$/, /^COMMIT$/, /^compute /])
    assert.ok(
      names.some((name) => expected.test(name)),
      `${expected}: ${names}`,
    );
  for (const span of ofTrace()) {
    if (span.spanId !== root?.spanId) assert.equal(span.parentSpanId, root?.spanId, span.name);
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name);
  }

  collector.fallSilent();
  for (let round = 0; round < 30; round += 1) {
    const { errors } = await client.send('{ products { totalCount } }');
    assert.deepEqual(errors, []);
  }
  await until(() => collector.heldCount() > 0);
  const { errors } = await client.send('{ products { totalCount } }');
  assert.deepEqual(errors, [], 'a collector that does not answer holds no request up');
  await service.stop();

  const sent = collector.bodies.map(({ text }) => text).join('\n');
  assert.ok(collector.bodies.every(({ token }) => token === 'Bearer collector'));
  assert.doesNotMatch(sent, /eheim|cotton/, 'no names, values or variables');
  assert.ok(!sent.includes(secret) && !sent.includes(id), 'neither keys nor organizations');
  assert.ok(!collector.spans().some(({ traceId }) => traceId.startsWith('1af7')), 'not wanted');
});
