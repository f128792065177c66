import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { findPublicPassport } from '../../../server/src/domains/passports/index.ts';
import { hashOf } from '../../../server/src/domains/passports/versions/integrity.ts';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  problemsOf,
} from '../client.ts';
import { service, world } from '../world.ts';
import { act, attempt, draft, GENERIC, newProduct, published, read, textOf } from './desk.ts';
import { publish, verificationOf } from './published.ts';

const ours = await world({ tier: 'ENTERPRISE' });

const publicView = (id: string) => findPublicPassport(service.db, decodeId('dpp', id) ?? '');

test('publication without what is required names every missing field and changes nothing', async () => {
  const dpp = await act(ours, 'generateDpp', { productId: await newProduct(ours) });
  const id = textOf(dpp, 'id');
  const refused = await attempt(ours, 'publishDpp', { id });
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
  const paths = problemsOf(refused).map(([path]) => path);
  const text = mutationText('publishDpp', 'dpp { status } problems { path code message }');
  const dry = await ours.send(text, { input: { id, dryRun: true } });
  const problems = at(dataOf(dry), 'publishDpp', 'problems');
  assert.ok(Array.isArray(problems));
  const missing = at(dpp, 'completeness', 'missing');
  assert.ok(Array.isArray(missing));
  const lacking = missing.map((each: Json) => String(at(each, 'path')));
  // A group is named together with what it needs.
  for (const place of ['facility', 'facility.scheme']) assert.ok(lacking.includes(place), place);
  assert.deepEqual(
    problems.map((each: Json) => String(at(each, 'path'))).toSorted(),
    lacking.toSorted(),
  );
  // The content is not in the input: its places are those of the passport.
  assert.deepEqual(
    problems.map((each: Json) => at(each, 'path')),
    paths,
  );
  assert.equal(at(await read(ours, id), 'status'), 'DRAFT');
});

test('a dry run of a complete draft signs and leaves no trace', async () => {
  const id = await draft(ours);
  const text = mutationText('publishDpp', 'dpp { status publishedVersion } problems { path }');
  const dry = await ours.send(text, { input: { id, dryRun: true } });
  assert.deepEqual(at(dataOf(dry), 'publishDpp'), {
    dpp: { status: 'PUBLISHED', publishedVersion: 1 },
    problems: [],
  });
  const after = await read(ours, id);
  assert.equal(at(after, 'status'), 'DRAFT');
  assert.equal(at(after, 'version'), 1);
  assert.equal(await publicView(id), null);
});

test('a published passport is public, sealed, and signed by a credential of its public content', async () => {
  const id = await published(ours, { internalNote: 'zz-internal' });
  const view = await publicView(id);
  assert.equal(view?.status, 'PUBLISHED');
  assert.equal(view.content['internalNote'], undefined);
  const { hash, previousHash, digests, jws } = view.integrity;
  const header = {
    dppId: id,
    identity: view.identity,
    version: 1,
    schema: 'generic 1.0',
    publishedAt: view.publishedAt.toISOString(),
    previousHash: null,
    digests,
  };
  assert.equal(hashOf(header), hash);
  assert.equal(previousHash, null);
  assert.ok(jws !== null && !Buffer.from(jws, 'base64url').toString().includes('zz-internal'));
  const [key] = await query<{ jwk: Record<string, unknown>; thumbprint: string }>(
    service.db,
    `select public_key as jwk, thumbprint from signing_keys
     where organization_id = $1 and environment = $2`,
    [ours.scope.organizationId, ours.scope.environment],
  );
  assert.ok(key);
  assert.match(decodeProtectedHeader(jws).kid ?? '', new RegExp(key.thumbprint));
});

test('a published passport names its page, its carrier and its validity; a draft has none of them', async () => {
  const fields = `uri productIdentifier publicUrl schemaVersion contentSpecifications validFrom validUntil publishedAt
    carrier { uri qrSvg qrPng } integrity { jws keyId timestamp }`;
  const id = await draft(ours);
  const before = await read(ours, id, fields);
  for (const name of ['publicUrl', 'carrier', 'validFrom', 'validUntil', 'integrity'])
    assert.equal(at(before, name), null, name);
  await act(ours, 'publishDpp', { id });
  const dpp = await read(ours, id, fields);
  assert.equal(at(dpp, 'schemaVersion'), 'EN 18223:2026');
  assert.deepEqual(at(dpp, 'contentSpecifications'), ['urn:trackway:passport-schema:generic:1.0']);
  assert.equal(at(dpp, 'validFrom'), at(dpp, 'publishedAt'));
  assert.equal(at(dpp, 'carrier', 'uri'), at(dpp, 'productIdentifier'));
  const { kid } = decodeProtectedHeader(textOf(dpp, 'integrity', 'jws'));
  assert.equal(at(dpp, 'integrity', 'keyId'), kid);
  assert.equal(at(dpp, 'integrity', 'timestamp'), null, 'no time that no authority stated');
  for (const [type, ...place] of [
    ['text/html', 'publicUrl'],
    ['image/svg+xml', 'carrier', 'qrSvg'],
    ['image/png', 'carrier', 'qrPng'],
  ] as const) {
    const answer = await fetch(textOf(dpp, ...place));
    assert.equal(answer.status, 200, type);
    assert.ok(answer.headers.get('content-type')?.startsWith(type), type);
  }
});

test('a passport names the part that the public sees, and each field that it withholds', async () => {
  const fields =
    'disclosure withheld { path class } preview(audience: PUBLIC) { withheld { path class } }';
  const id = await draft(ours, {
    internalNote: 'zz-internal',
    conformityDocuments: [{ type: 'TEST_REPORT', url: 'https://acme.example/zz-conformity' }],
  });
  const before = await read(ours, id, fields);
  assert.deepEqual([at(before, 'disclosure'), at(before, 'withheld')], ['NONE', []]);
  await act(ours, 'publishDpp', { id });
  const published = await read(ours, id, fields);
  assert.equal(at(published, 'disclosure'), 'FULL');
  assert.deepEqual(at(published, 'withheld'), [
    { path: 'conformityDocuments', class: 'CONFORMITY' },
  ]);
  assert.deepEqual(at(published, 'preview', 'withheld'), at(published, 'withheld'));
  for (const [mutation, disclosure] of [
    ['suspendDpp', 'HEADER'],
    ['revokeDpp', 'TOMBSTONE'],
  ] as const) {
    await act(ours, mutation, { id, reason: 'Check' });
    const after = await read(ours, id, fields);
    assert.deepEqual([at(after, 'disclosure'), at(after, 'withheld')], [disclosure, []]);
  }
});

test('an amendment makes the next link of the chain; the version before stays readable', async () => {
  const id = await published(ours);
  const noReason = await attempt(ours, 'amendDpp', { id, reason: ' ', modelNumber: 'X' });
  assert.deepEqual(codesOf(noReason), ['BAD_USER_INPUT']);
  await act(ours, 'amendDpp', { id, reason: 'Typing error', modelNumber: 'TS-101' });
  await act(ours, 'amendDpp', { id, reason: 'New code', commodityCode: '61091000' });
  const dpp = await read(
    ours,
    id,
    `publishedVersion versions { nodes { number isSuperseded reason integrity { hash previousHash }
       changes { path before after } } }`,
  );
  assert.equal(at(dpp, 'publishedVersion'), 3);
  const hashes = [0, 1, 2].map((place) => at(dpp, 'versions', 'nodes', place, 'integrity', 'hash'));
  const before = [0, 1, 2].map((place) =>
    at(dpp, 'versions', 'nodes', place, 'integrity', 'previousHash'),
  );
  assert.deepEqual(before, [null, hashes[0], hashes[1]]);
  assert.deepEqual(at(dpp, 'versions', 'nodes', 2, 'changes'), [
    { path: 'commodityCode', before: '610910', after: '61091000' },
  ]);
  assert.equal(at(dpp, 'versions', 'nodes', 0, 'isSuperseded'), true);
  const first = await findPublicPassport(service.db, decodeId('dpp', id) ?? '', { number: 1 });
  assert.equal(first?.content['modelNumber'], undefined);
});

test('of publications at the same moment exactly one makes the version', async () => {
  const id = await draft(ours);
  const attempts = await Promise.all([1, 2, 3, 4].map(() => attempt(ours, 'publishDpp', { id })));
  const codes = attempts.flatMap(codesOf).toSorted();
  assert.deepEqual(codes, ['CONFLICT', 'CONFLICT', 'CONFLICT']);
  const dpp = await read(ours, id, 'publishedVersion versions { nodes { number } }');
  assert.deepEqual(
    [at(dpp, 'publishedVersion'), at(dpp, 'versions', 'nodes')],
    [1, [{ number: 1 }]],
  );
  const { results } = await verificationOf(`${service.url}/dpp/${id}`);
  assert.equal(results[0].isValid, true);
});

test('an amendment that changes nothing makes no version and no event', async () => {
  const id = await published(ours);
  const before = await read(ours, id);
  const validUntil = '2036-01-01T00:00:00Z';
  const again = async (input: JsonObject) =>
    at(await act(ours, 'amendDpp', { id, reason: 'Nightly', ...input }), 'publishedVersion');
  assert.equal(await again({ commodityCode: '610910' }), 1);
  assert.equal(await again({}), 1);
  assert.equal(at(await read(ours, id), 'version'), at(before, 'version'));
  assert.equal(await again({ validUntil }), 2);
  assert.equal(await again({ validUntil }), 2);
  assert.equal(await again({ validUntil: null }), 3);
});

test('the database refuses to change a published version', async () => {
  const id = await published(ours);
  await assert.rejects(
    query(
      service.db,
      `update dpp_versions set previous_hash = hash, number = 2
       where organization_id = $1 and environment = $2 and dpp_id = $3`,
      [ours.scope.organizationId, ours.scope.environment, decodeId('dpp', id)],
    ),
    /is published and does not change/,
  );
});

/** A state: the mutations that lead to it, those that are allowed from it, and the states that can follow. */
type Situation = Readonly<Record<'by' | 'allowed' | 'next', readonly string[]>>;
const STATES: Readonly<Record<string, Situation>> = {
  DRAFT: { by: [], allowed: ['publishDpp', 'updateDpp'], next: ['PUBLISHED'] },
  PUBLISHED: {
    by: ['publishDpp'],
    allowed: ['amendDpp', 'suspendDpp', 'revokeDpp', 'endDppLife', 'archiveDpp'],
    next: ['SUSPENDED', 'REVOKED', 'END_OF_LIFE', 'ARCHIVED'],
  },
  SUSPENDED: {
    by: ['publishDpp', 'suspendDpp'],
    allowed: ['resumeDpp', 'revokeDpp', 'endDppLife', 'archiveDpp'],
    next: ['PUBLISHED', 'REVOKED', 'END_OF_LIFE', 'ARCHIVED'],
  },
  REVOKED: { by: ['publishDpp', 'revokeDpp'], allowed: [], next: [] },
  END_OF_LIFE: { by: ['publishDpp', 'endDppLife'], allowed: ['archiveDpp'], next: ['ARCHIVED'] },
  ARCHIVED: { by: ['publishDpp', 'archiveDpp'], allowed: [], next: [] },
};

const REASON = { reason: 'Tested' };
const STEPS = {
  publishDpp: {},
  updateDpp: { modelNumber: 'B' },
  amendDpp: { ...REASON, modelNumber: 'A' },
  suspendDpp: REASON,
  resumeDpp: {},
  revokeDpp: REASON,
  endDppLife: { ...REASON, fate: 'LOST' },
  archiveDpp: {},
};

for (const [state, { by, allowed, next }] of Object.entries(STATES)) {
  test(`from ${state} only ${allowed.join(', ') || 'nothing'} is allowed`, async () => {
    for (const [mutation, input] of Object.entries(STEPS)) {
      const id = await draft(ours);
      for (const step of by) {
        const given = Object.entries(STEPS).find(([name]) => name === step)?.[1] ?? {};
        await act(ours, step, { id, ...given });
      }
      assert.equal(at(await read(ours, id), 'status'), state);
      const answer = await attempt(ours, mutation, { id, ...input });
      if (allowed.includes(mutation)) assert.deepEqual(codesOf(answer), [], mutation);
      else {
        assert.deepEqual(codesOf(answer), ['CONFLICT'], mutation);
        assert.equal(answer.errors[0]?.extensions['state'], state, mutation);
        assert.deepEqual(answer.errors[0]?.extensions['allowed'], next, mutation);
      }
    }
  });
}

test('only drafts can be deleted', async () => {
  const text = mutationText(
    'deleteDpp',
    'deletedDppId dpp { id status name { text } completeness { share } }',
  );
  const id = await draft(ours);
  const gone = await ours.send(text, { input: { id } });
  assert.equal(at(dataOf(gone), 'deleteDpp', 'deletedDppId'), id);
  assert.equal(at(dataOf(gone), 'deleteDpp', 'dpp', 'status'), 'DRAFT');
  const kept = await ours.send(text, { input: { id: await published(ours) } });
  assert.deepEqual(codesOf(kept), ['CONFLICT']);
  assert.deepEqual(kept.errors[0]?.extensions['allowed'], STATES['PUBLISHED']?.next);
});

test('the bits of the credential say what the address of the passport says', async () => {
  const bitsOf = async (id: string) => {
    const [bits] = await query<{ s: boolean; r: boolean }>(
      service.db,
      `select is_suspended as s, is_revoked as r from credential_statuses
       where organization_id = $1 and environment = $2 and subject_id = $3`,
      [ours.scope.organizationId, ours.scope.environment, decodeId('dpp', id)],
    );
    return bits;
  };
  const id = await published(ours);
  assert.deepEqual(await bitsOf(id), { s: false, r: false });
  await act(ours, 'suspendDpp', { id, ...REASON });
  assert.deepEqual(await bitsOf(id), { s: true, r: false });
  await act(ours, 'resumeDpp', { id });
  await act(ours, 'revokeDpp', { id, ...REASON });
  assert.deepEqual(await bitsOf(id), { s: false, r: true });

  // An archived passport is shown again, whatever it was before.
  const archived = await published(ours);
  await act(ours, 'suspendDpp', { id: archived, ...REASON });
  await act(ours, 'archiveDpp', { id: archived });
  assert.deepEqual(await bitsOf(archived), { s: false, r: false });

  // The passport of a recycled battery ceases to exist: who kept its credential learns so.
  for (const [schemaId, r] of [
    ['battery', true],
    ['textile', false],
  ] as const) {
    const recycled = (await publish({ scope: ours.scope, schemaId })).id;
    await act(ours, 'suspendDpp', { id: recycled, ...REASON });
    await act(ours, 'endDppLife', { id: recycled, fate: 'RECYCLED' });
    assert.deepEqual(await bitsOf(recycled), { s: false, r }, schemaId);
    await act(ours, 'archiveDpp', { id: recycled });
    assert.deepEqual(await bitsOf(recycled), { s: false, r }, schemaId);
  }
});

test('EN 18222 finds the passport of a product without a GTIN by its identifier, which is its address', async () => {
  const productId = await newProduct(ours, { gtin: null });
  const id = textOf(await act(ours, 'generateDpp', { productId, ...GENERIC }), 'id');
  const identifier = textOf(await act(ours, 'publishDpp', { id }), 'productIdentifier');
  const found = await fetch(`${service.url}/v1/dppsByProductId/${encodeURIComponent(identifier)}`);
  assert.equal(found.status, 200);
  assert.equal(at(JSON.parse(await found.text()), 'uniqueProductIdentifier'), identifier);
  const body = JSON.stringify({ productIds: [identifier] });
  const listed = await fetch(`${service.url}/v1/dppsByProductIds`, { method: 'POST', body });
  assert.deepEqual(JSON.parse(await listed.text()), { dppIds: [identifier] });
});

test('a repurposed product needs a successor; its passport links to it', async () => {
  const [old, next] = [await published(ours), await published(ours)];
  const without = await attempt(ours, 'endDppLife', { id: old, fate: 'REPURPOSED' });
  assert.deepEqual(codesOf(without), ['BAD_USER_INPUT']);
  await act(ours, 'endDppLife', { id: old, fate: 'REPURPOSED', successorId: next });
  const links = await read(ours, old, 'fate supersededBy { id }');
  assert.deepEqual(links, { fate: 'REPURPOSED', supersededBy: { id: next } });
});

test('a stale expectedVersion and a repeated idempotency key are treated as everywhere', async () => {
  const id = await draft(ours);
  const stale = await attempt(ours, 'updateDpp', { id, expectedVersion: 7, modelNumber: 'A' });
  assert.deepEqual(codesOf(stale), ['CONFLICT']);
  const input = { id, idempotencyKey: 'publish-once' };
  const first = await act(ours, 'publishDpp', input);
  assert.deepEqual(await act(ours, 'publishDpp', input), first);
});

test('each change of the life is an event and an entry of the audit log', async () => {
  const other = await world({ tier: 'ENTERPRISE' });
  const id = await published(other);
  await act(other, 'amendDpp', { id, ...REASON, modelNumber: 'A' });
  await act(other, 'suspendDpp', { id, ...REASON });
  await act(other, 'resumeDpp', { id });
  await act(other, 'endDppLife', { id, fate: 'RECYCLED' });
  await act(other, 'archiveDpp', { id });
  const events = await other.send('{ events(first: 50) { nodes { type } } }');
  const types = at(dataOf(events), 'events', 'nodes');
  assert.ok(Array.isArray(types));
  const verbs = [
    'generated',
    'published',
    'amended',
    'suspended',
    'resumed',
    'end_of_life',
    'archived',
  ];
  assert.deepEqual(
    types.map((each: Json) => at(each, 'type')).filter((type) => String(type).startsWith('dpp.')),
    verbs.map((verb) => `dpp.${verb}`),
  );
  const audited = await query<{ action: string }>(
    service.db,
    `select action from audit_entries where organization_id = $1 and environment = $2
       and action like 'dpp.%' order by id`,
    [other.scope.organizationId, other.scope.environment],
  );
  assert.deepEqual(
    audited.map(({ action }) => action),
    ['published', 'amended', 'suspended', 'resumed', 'ended', 'archived'].map(
      (verb) => `dpp.${verb}`,
    ),
  );
});
