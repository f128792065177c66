import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pngOf } from '../../../server/src/domains/passports/pictures/testing.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText } from '../client.ts';
import { service, world } from '../world.ts';
import { act, attempt, draft, GENERIC, published, read, textOf } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const theirs = await world({ tier: 'ENTERPRISE' });

const FACTS = 'picture { sha256 mediaType widthPx heightPx byteCount }';
const GREY = pngOf(40, 30);
const WIDE = pngOf(60, 20);

const adding = (data: Buffer | string, client = ours) =>
  client.send(mutationText('addDppPicture', FACTS), {
    input: { data: typeof data === 'string' ? data : data.toString('base64') },
  });

async function added(data: Buffer, client = ours): Promise<JsonObject> {
  const sha256 = textOf(
    at(dataOf(await adding(data, client)), 'addDppPicture', 'picture') ?? null,
    'sha256',
  );
  return { sha256, description: [{ language: 'en', text: 'A white <T-shirt>' }] };
}

const get = (path: string) => fetch(`${service.url}${path}`);

async function bytesOf(path: string): Promise<Buffer> {
  const answer = await get(path);
  assert.equal(answer.status, 200, path);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  return Buffer.from(await answer.arrayBuffer());
}

test('a picture is stored without its metadata, once, and shown on the page from the same host', async () => {
  const withPlace = pngOf(40, 30, [['eXIf', Buffer.from('41.15 N 8.61 W')]]);
  const first = at(dataOf(await adding(withPlace)), 'addDppPicture', 'picture');
  assert.deepEqual(at(dataOf(await adding(GREY)), 'addDppPicture', 'picture'), first);
  const { length: byteCount } = GREY;
  const facts = { mediaType: 'image/png', widthPx: 40, heightPx: 30, byteCount };
  assert.deepEqual(first, { sha256: at(first, 'sha256'), ...facts });
  const id = await published(ours, { picture: await added(GREY) });
  assert.deepEqual(await bytesOf(`/dpp/${id}/picture`), GREY);
  const page = await (
    await fetch(`${service.url}/dpp/${id}`, { headers: { accept: 'text/html' } })
  ).text();
  const image = `<img class="picture" src="${service.url}/dpp/${id}/picture" alt="A white &lt;T-shirt&gt;" lang="en">`;
  assert.ok(page.includes(image));
});

/** An answer that was asked for before is kept until a notice of the database drops it. */
function untilStatus(path: string, status: number): Promise<void> {
  return until(async () => (await get(path)).status === status);
}

test('each version keeps its picture', async () => {
  const id = await published(ours, { picture: await added(GREY) });
  await act(ours, 'amendDpp', { id, reason: 'New photo', picture: await added(WIDE) });
  assert.deepEqual(await bytesOf(`/dpp/${id}/versions/1/picture`), GREY);
  assert.deepEqual(await bytesOf(`/dpp/${id}/versions/2/picture`), WIDE);
  assert.deepEqual(await bytesOf(`/dpp/${id}/picture`), WIDE);
  const old = await fetch(`${service.url}/dpp/${id}/versions/1`, {
    headers: { accept: 'text/html' },
  });
  assert.match(await old.text(), new RegExp(`/dpp/${id}/versions/1/picture"`));
  await act(ours, 'amendDpp', { id, reason: 'No photo', picture: null });
  await untilStatus(`/dpp/${id}/picture`, 404);
});

test('nothing shows the picture of a draft, of a suspended or of a revoked passport', async () => {
  const picture = await added(GREY);
  const id = await draft(ours, { picture });
  assert.equal((await get(`/dpp/${id}/picture`)).status, 404);
  await act(ours, 'publishDpp', { id });
  await act(ours, 'suspendDpp', { id, reason: 'Check' });
  assert.equal((await get(`/dpp/${id}/picture`)).status, 404);
  await act(ours, 'revokeDpp', { id, reason: 'Recall' });
  await untilStatus(`/dpp/${id}/picture`, 410);
});

test('a picture that was never added here is refused, wherever a passport could name it', async () => {
  const foreign = await added(pngOf(7, 7), theirs);
  const id = await published(ours);
  for (const refused of [
    await attempt(ours, 'amendDpp', { id, reason: 'Photo', picture: foreign }),
    await attempt(ours, 'updateDpp', { id: await draft(ours), picture: foreign }),
  ]) {
    assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
    assert.deepEqual(at(refused.errors[0]?.extensions, 'problems', 0, 'path'), [
      'input',
      'picture',
      'sha256',
    ]);
  }
  assert.equal(at(await read(ours, id, 'picture { sha256 }'), 'picture'), null);
});

test('a file that is no picture is refused with the reason', async () => {
  for (const data of ['not base64!', Buffer.from('<svg/>'), Buffer.alloc(60_001)]) {
    const answer = await adding(data);
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
    assert.deepEqual(at(answer.errors[0]?.extensions, 'problems', 0, 'path'), ['input', 'data']);
  }
});

test('a passport that passes on takes its pictures along', async () => {
  const id = await published(ours, { picture: await added(WIDE) });
  const input = {
    id,
    recipient: 'Second Life',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const offered = dataOf(await ours.send(mutationText('offerDppTransfer', 'token'), { input }));
  const token = textOf(at(offered, 'offerDppTransfer') ?? null, 'token');
  const { economicOperator } = GENERIC;
  assert.ok(economicOperator !== undefined);
  await act(theirs, 'acceptDppTransfer', { token, economicOperator });
  assert.deepEqual(await bytesOf(`/dpp/${id}/picture`), WIDE);
  assert.deepEqual(await bytesOf(`/dpp/${id}/versions/1/picture`), WIDE);
});

test('the page has the name, colour and logo of the brand at once, and the policy allows its style', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  const id = await published(client);
  const page = async () => {
    const answer = await fetch(`${service.url}/dpp/${id}`, { headers: { accept: 'text/html' } });
    return { text: await answer.text(), policy: answer.headers.get('content-security-policy') };
  };
  assert.match((await page()).text, /<p class="brand">Acme Apparel<\/p>/);
  const drawing = { width: 10, height: 4, shapes: [{ path: 'M0 0H10V4H0Z', fill: '#000000' }] };
  const { organizationId, environment } = client.scope;
  const sha256 = createHash('sha256').update('logo').digest('hex');
  await service.db.transaction().execute(async (tx) => {
    await sql`insert into brand_logos (organization_id, environment, sha256, format, width, height, drawing)
      values (${organizationId}, ${environment}, ${sha256}, 'SVG', 10, 4, ${JSON.stringify(drawing)}::jsonb)`.execute(
      tx,
    );
    await sql`insert into brands (organization_id, environment, name, color, logo_sha256)
      values (${organizationId}, ${environment}, 'Acme & Sons', '#1a5276', ${sha256})`.execute(tx);
  });
  await until(async () => (await page()).text.includes('class="logo"'));
  const { text, policy } = await page();
  const [, path = ''] = /<img class="logo" src="([^"]+)" alt="Acme &amp; Sons">/.exec(text) ?? [];
  assert.equal((await get(path)).headers.get('content-type'), 'image/svg+xml');
  const [, css = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
  assert.match(css, /--accent:#1a5276/);
  const digest = createHash('sha256').update(css).digest('base64');
  assert.ok(policy?.includes(`'sha256-${digest}'`));
});
