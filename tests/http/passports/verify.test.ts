import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { signVersionsAgain } from '../../../server/src/domains/passports/index.ts';
import { findContents } from '../../../server/src/domains/passports/versions/store.ts';
import { rotateSigningKey, setStatus } from '../../../server/src/domains/trust/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { byteaText, packJson } from '../../../server/src/platform/json/index.ts';
import { at, type Json } from '../client.ts';
import { service, world } from '../world.ts';
import { act, published, read, textOf } from './desk.ts';
import { addVersion, jsonOf, publish, trust, verificationOf } from './published.ts';

/** The answers of `/verify` about a passport, given by its address or by its credential. */

const ours = await world({ tier: 'ENTERPRISE' });

test('the verification shows the chain of versions, and where it was changed', async () => {
  const id = await published(ours);
  await act(ours, 'amendDpp', { id, reason: 'Code', commodityCode: '610990' });
  const check = async (accept: string) => {
    const url = encodeURIComponent(`${service.url}/dpp/${id}`);
    return (await fetch(`${service.url}/verify?url=${url}`, { headers: { accept } })).text();
  };
  const whole: Json = JSON.parse(await check('application/json'));
  const hash = at(await read(ours, id), 'integrity', 'hash');
  assert.deepEqual(
    [0, 1].map((place) => at(whole, 'chain', place, 'number')),
    [2, 1],
  );
  assert.equal(at(whole, 'chain', 0, 'hash'), hash);
  assert.equal(at(whole, 'chain', 0, 'previousHash'), at(whole, 'chain', 1, 'hash'));
  assert.match(await check('text/html'), /The chain of versions is whole/);
  const findings = at(whole, 'results', 0, 'findings');
  assert.match(JSON.stringify(findings), /The signature covers the hash of the version/);
  assert.match(JSON.stringify(findings), /The public content is the one that the version seals/);
  // Somebody with access to the database changes the time of the first version.
  await service.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update dpp_versions set published_at = published_at - interval '1 day'
      where organization_id = ${ours.scope.organizationId} and environment = 'LIVE'
        and dpp_id = ${decodeId('dpp', id)} and number = 1`.execute(tx);
  });
  const broken: Json = JSON.parse(await check('application/json'));
  assert.deepEqual(
    [0, 1].map((place) => at(broken, 'chain', place, 'isWhole')),
    [true, false],
  );
  assert.match(await check('text/html'), /The chain of versions is broken/);
});

test('the live address of a sandbox passport leads to none', async () => {
  const id = await published(await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' }));
  const isValid = async (address: string) => {
    const url = encodeURIComponent(`${service.url}${address}`);
    const answer = await fetch(`${service.url}/verify?url=${url}`, {
      headers: { accept: 'application/json' },
    });
    return at(JSON.parse(await answer.text()), 'results', 0, 'isValid');
  };
  assert.equal(await isValid(`/dpp/${id}`), false);
  assert.equal(await isValid(`/sandbox/dpp/${id}`), true);
});

test('the verification finds a content that was changed in the database', async () => {
  const id = await published(ours);
  const uuid = decodeId('dpp', id) ?? '';
  const [stored] = await findContents({ db: service.db, scope: ours.scope }, [uuid]);
  const changed = byteaText(packJson({ ...stored?.content, commodityCode: '999999' }));
  await service.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update dpp_versions set content = ${changed}::bytea
      where organization_id = ${ours.scope.organizationId} and environment = 'LIVE'
        and dpp_id = ${uuid}`.execute(tx);
  });
  const { results } = await verificationOf(`${service.url}/dpp/${id}`);
  assert.equal(results[0].isValid, false);
  assert.match(JSON.stringify(results[0].findings), /FAILED.*not the one that the version seals/);
});

test('the verification of a passport that is not shown names its state and reason, and nothing of its content', async () => {
  const suspended = await published(ours);
  await act(ours, 'suspendDpp', { id: suspended, reason: 'Recall of the batch' });
  const revoked = await published(ours);
  await act(ours, 'revokeDpp', { id: revoked, reason: 'Never made' });
  for (const [id, expected] of [
    [suspended, ['This passport is suspended', 'Reason: Recall of the batch']],
    [revoked, ['This passport was withdrawn', 'Reason: Never made']],
  ] as const) {
    const { results } = await verificationOf(`${service.url}/dpp/${id}`);
    const [state, reason] = expected;
    const findings = [
      { check: 'STATUS', outcome: 'FAILED', detail: state },
      { check: 'STATUS', outcome: 'NOTE', detail: reason },
    ];
    assert.deepEqual(results, [{ isValid: false, findings }]);
  }
  const { results } = await verificationOf(`${service.url}/dpp/dpp_00000000000000000000000000`);
  assert.match(results[0].findings[0].detail, /No passport that this service publishes/);
});

test('the page of a verification speaks the language of the reader, and its links keep the passport', async () => {
  const id = await published(ours);
  const url = encodeURIComponent(`${service.url}/dpp/${id}`);
  const pageOf = async (path: string, language = 'en') => {
    const headers = { accept: 'text/html', 'accept-language': language };
    return (await fetch(`${service.url}${path}`, { headers })).text();
  };
  const german = await pageOf(`/verify?url=${url}&lang=de`, 'fr');
  for (const text of [
    'Der Nachweis ist gültig',
    'Der Inhalt ist seit der Unterschrift unverändert.',
    'Die Kette der Versionen ist vollständig',
    'Adresse eines Passes oder der Inhalt seines Codes',
  ])
    assert.ok(german.includes(text), text);
  assert.doesNotMatch(german, /<span lang="en">/);
  assert.ok(german.includes(`value="${service.url}/dpp/${id}"`), 'what was checked');
  assert.ok(german.includes(`href="/verify?url=${url}&amp;lang=el"`));
  const french = await pageOf(`/dpp/${id}`, 'fr-BE');
  assert.ok(french.includes(`href="/verify?url=${url}&amp;lang=fr"`));
  await act(ours, 'amendDpp', { id, reason: 'Code', commodityCode: '610990' });
  const older = encodeURIComponent(`${service.url}/dpp/${id}/versions/1`);
  assert.match(await pageOf(`/verify?url=${older}`, 'es'), /Existe una versión más reciente\./);
  await act(ours, 'suspendDpp', { id, reason: 'Recall' });
  assert.match(
    await pageOf(`/verify?url=${url}`, 'it'),
    /Questo passaporto è sospeso.*Motivo: Recall/s,
  );
  assert.match(
    await pageOf(`/verify?url=${service.url}/dpp/dpp_00000000000000000000000000`, 'fr'),
    /Aucun passeport publié par ce service n’a cette adresse\./,
  );
});

test('a passport is verified by the GS1 Digital Link of its code, and by addresses with a query', async () => {
  const id = await published(ours);
  const address = textOf(await read(ours, id), 'productIdentifier');
  for (const url of [
    address,
    `${service.url}/dpp/${id}?lang=de`,
    `${service.url}/dpp/${id}#care`,
  ]) {
    const { results } = await verificationOf(url);
    assert.equal(results[0].isValid, true, url);
  }
  for (const url of ['https://other.example/', 'nonsense', `${service.url}/01/09506000164916`]) {
    const { results } = await verificationOf(url);
    assert.equal(results[0].isValid, false, url);
  }
});

test('verification: a passport by its address, a pasted credential, a changed one, a revoked one', async () => {
  const passport = await publish(ours);
  const address = encodeURIComponent(`${service.url}/dpp/${passport.id}`);
  const byUrl = await verificationOf(`${service.url}/dpp/${passport.id}`);
  assert.equal(byUrl.results[0].isValid, true, JSON.stringify(byUrl));
  assert.equal((await resultOf(passport.jws)).isValid, true);
  const [header, payload = '', signature] = passport.jws.split('.');
  const changed = Buffer.from(payload, 'base64url').toString().replace('Crew', 'Crow');
  const forged = [header, Buffer.from(changed).toString('base64url'), signature].join('.');
  const result = await resultOf(forged);
  assert.equal(result.isValid, false);
  assert.match(JSON.stringify(result.findings), /does not fit/);
  assert.equal((await resultOf('nonsense')).isValid, false);
  const upload = async (content: string) => {
    const form = new FormData();
    form.append('file', new Blob([content]), 'passport.jwt');
    return resultOf(form);
  };
  assert.equal((await upload(`${passport.jws}\n`)).isValid, true);
  assert.equal((await upload(forged)).isValid, false);
  assert.equal((await resultOf('--')).isValid, false);
  const enveloped = (kind: string, jws: string) => ({
    type: `EnvelopedVerifiable${kind}`,
    id: `data:application/v${kind[0]?.toLowerCase()}+jwt,${jws}`,
  });
  const presentation = {
    id: 'urn:uuid:3978344f-8596-4c3a-a978-8fcaba3903c5',
    type: ['VerifiablePresentation'],
    verifiableCredential: [passport.jws, forged].map((jws) => enveloped('Credential', jws)),
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${encode({ alg: 'ES256', typ: 'vp+jwt' })}.${encode(presentation)}.AAAA`;
  for (const given of [presentation, enveloped('Presentation', token), token]) {
    const body = typeof given === 'string' ? given : JSON.stringify(given);
    const each = await resultsOf(body);
    assert.deepEqual(
      each.map(({ isValid }: { isValid: boolean }) => isValid),
      [true, false],
    );
  }
  assert.match(JSON.stringify(await resultOf(`${encode({ typ: 'vp+jwt' })}.e30.AAAA`)), /vp\+jwt/);
  await service.db
    .transaction()
    .execute((tx) => setStatus({ db: tx, scope: ours.scope }, [passport.uuid], 'revocation', true));
  const revoked = await resultOf(passport.jws);
  assert.equal(revoked.isValid, false);
  assert.match(JSON.stringify(revoked.findings), /revoked/);
  const page = await (await fetch(`${service.url}/verify?url=${address}`)).text();
  assert.match(page, /not valid/);
});

test('after a key was compromised, its signatures fail and all versions are signed again', async () => {
  const own = (await world()).scope;
  const passport = await publish({ scope: own });
  await addVersion({ scope: own, gtin: passport.gtin }, passport.uuid, 2);
  await service.db.transaction().execute(async (tx) => {
    const work = { db: tx, scope: own };
    const { endedId } = await rotateSigningKey(work, trust, true);
    assert.equal(await signVersionsAgain(work, trust, endedId ?? ''), 2);
  });
  const old = await resultOf(passport.jws);
  assert.equal(old.isValid, false);
  assert.match(JSON.stringify(old.findings), /revoked the key/);
  const headers = { accept: 'application/vc+jwt' };
  const first = await fetch(`${service.url}/dpp/${passport.id}/versions/1`, { headers });
  const again = await first.text();
  assert.equal((await resultOf(again)).isValid, true);
  const payloadOf = (jws: string) =>
    JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
  assert.deepEqual(payloadOf(again), payloadOf(passport.jws));
});

/** Result for a credential that a person pastes or uploads. */
async function resultOf(body: string | FormData) {
  return (await resultsOf(body))[0];
}

async function resultsOf(body: string | FormData) {
  const headers = { accept: 'application/json' };
  const answer = await fetch(`${service.url}/verify`, { method: 'POST', body, headers });
  return (await jsonOf(answer)).results;
}
