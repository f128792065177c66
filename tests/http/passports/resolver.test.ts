import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { PAGE_LANGUAGES } from '../../../server/src/domains/passports/page/words.ts';
import { EXAMPLE_CONTENT } from '../../../server/src/domains/passports/projections/testing.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { newGln, newGtin } from '../../passports/publish.ts';
import { service, world } from '../world.ts';
import { addVersion, jsonOf, publish, setState } from './published.ts';

const { scope } = await world();
const model = await publish({ scope });
const { gtin } = model;
const batch = await publish({ scope, gtin, batchNumber: 'LOT 7'.replace(' ', '/') });
const item = await publish({ scope, gtin, serialNumber: 'S1' });

const SCHEMA = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../standards/gs1/gs1-linkset-schema.json`, 'utf8'),
);
const isLinkset = new Ajv({ strict: false }).compile<{ linkset: Record<string, object[]>[] }>(
  SCHEMA,
);
const VOC = 'https://ref.gs1.org/voc/';

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(`${service.url}${path}`, { method, headers, redirect: 'manual' });
}

async function locationOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await get(path, headers);
  assert.equal(answer.status, 307, path);
  return answer.headers.get('location') ?? '';
}

test('a Digital Link leads to the passport by 307, and names its linkset', async () => {
  const answer = await get(`/01/${gtin}`);
  assert.equal(answer.status, 307);
  assert.equal(answer.headers.get('location'), `${service.url}/dpp/${model.id}`);
  assert.match(
    answer.headers.get('link') ?? '',
    new RegExp(`^<${service.url}/01/${gtin}\\?linkType=linkset>; rel="linkset"`),
  );
});

test('each level leads to its own passport; a trailing slash and percent-encoding are allowed', async () => {
  assert.equal(await locationOf(`/01/${gtin}/`), `${service.url}/dpp/${model.id}`);
  for (const lot of ['LOT%2F7', '%4COT%2f7'])
    assert.equal(await locationOf(`/01/${gtin}/10/${lot}`), `${service.url}/dpp/${batch.id}`);
  assert.equal(await locationOf(`/01/${gtin}/21/S1`), `${service.url}/dpp/${item.id}`);
  assert.equal(await locationOf(`/01/${gtin}/22/V1/10/X/21/S1`), `${service.url}/dpp/${item.id}`);
});

test('an item of a batch is found by its serial number with and without a batch', async () => {
  const { id } = await publish({ scope, gtin, batchNumber: 'L2', serialNumber: 'S2' });
  for (const path of ['21/S2', '10/L2/21/S2', '10/L3/21/S2'])
    assert.equal(await locationOf(`/01/${gtin}/${path}`), `${service.url}/dpp/${id}`, path);
});

test('an unknown lot or serial falls back to the GTIN', async () => {
  assert.equal(await locationOf(`/01/${gtin}/10/NONE`), `${service.url}/dpp/${model.id}`);
  assert.equal(await locationOf(`/01/${gtin}/21/NONE`), `${service.url}/dpp/${model.id}`);
  assert.equal(
    await locationOf(`/01/${gtin}/10/LOT%2F7/21/NONE`),
    `${service.url}/dpp/${batch.id}`,
  );
});

test('malformed identifiers are 400 with the reason, unknown ones 404', async () => {
  const malformed = [
    `/01/${gtin.slice(1)}`,
    `/01/${gtin.slice(0, 13)}${(Number(gtin.at(-1)) + 1) % 10}`,
    `/01/${gtin}/21/S1/10/L`,
    `/01/${gtin}/21/S1/22/V`,
    `/01/${gtin}/10`,
    `/01/${gtin}/21/%E2%82%AC`,
    `/01/${gtin}/21/%E2`,
    `/01/${gtin}/99/x`,
    '/414/9506000134375',
    '/417/95060001343',
  ];
  for (const path of malformed) {
    const answer = await get(path);
    assert.equal(answer.status, 400, path);
    const result = await jsonOf(answer);
    assert.equal(result.statusCode, 'ClientErrorBadRequest');
    assert.ok(result.message[0].text.length > 20, path);
  }
  for (const path of [`/01/${newGtin()}`, `/414/${newGln()}`, `/417/${newGln()}`])
    assert.equal((await get(path)).status, 404, path);
});

test('an unknown code shows a page that names what was scanned', async () => {
  const unknown = newGtin();
  const answer = await get(`/01/${unknown}/21/AB`, { accept: 'text/html' });
  assert.equal(answer.status, 404);
  const text = await answer.text();
  assert.match(text, new RegExp(`\\(01\\) ${unknown} \\(21\\) AB`));
});

test('a code of a product that has passports of batches or items alone says so, and leads to none of them', async () => {
  const { gtin: own } = await publish({ scope, gtin: newGtin(), serialNumber: 'ONLY' });
  for (const path of [`/01/${own}`, `/01/${own}/10/KL8G`, `/01/${own}/21/NONE`]) {
    const page = await get(path, { accept: 'text/html', 'accept-language': 'de' });
    assert.equal(page.status, 404, path);
    const text = await page.text();
    assert.match(text, /Jedes Stück oder jede Charge dieses Produkts hat einen eigenen Pass\./);
    assert.doesNotMatch(text, /ONLY|dpp_/);
    assert.match((await jsonOf(await get(path))).message[0].text, /have passports of their own/);
  }
  const none = await (await get(`/01/${newGtin()}`, { accept: 'text/html' })).text();
  assert.doesNotMatch(none, /own passport/);
});

test('a malformed code shows a page with the reason', async () => {
  const answer = await get(`/01/${gtin.slice(1)}`, { accept: 'text/html' });
  assert.equal(answer.status, 400);
  const text = await answer.text();
  assert.match(text, /14 digits/);
  assert.ok(text.includes(gtin.slice(1)));
});

test('the linkset has all levels, is valid against the GS1 schema and is not redirected', async () => {
  for (const [path, headers] of [
    [`/01/${gtin}/21/S1?linkType=linkset`, {}],
    [`/01/${gtin}/21/S1?linkType=all`, { accept: 'text/html' }],
    [`/01/${gtin}/21/S1`, { accept: 'application/linkset+json' }],
    [`/01/${gtin}/21/S1`, { accept: 'text/html;q=0.5, application/linkset+json;q=0.9' }],
  ] as const) {
    const answer = await get(path, headers);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('content-type'), 'application/linkset+json');
    assert.match(answer.headers.get('link') ?? '', /json-ld#context/);
    const set: unknown = await jsonOf(answer);
    assert.ok(isLinkset(set), JSON.stringify(isLinkset.errors));
    assert.deepEqual(
      set.linkset.map((level) => level['anchor']),
      [`${service.url}/01/${gtin}/21/S1`, `${service.url}/01/${gtin}`],
    );
    for (const level of set.linkset) {
      assert.equal(level[`${VOC}defaultLink`]?.length, 1);
      assert.equal(level[`${VOC}dpp`]?.length, 4);
    }
  }
  const lower = await get(`/01/${gtin}`, {
    accept: 'text/html, application/linkset+json;q=0.9',
  });
  assert.equal(lower.status, 307, 'HTML is wanted more');
});

test('a link type leads to its link, in either spelling; one that is missing is 404', async () => {
  const page = `${service.url}/dpp/${model.id}`;
  assert.equal(await locationOf(`/01/${gtin}?linkType=gs1:dpp`), page);
  assert.equal(await locationOf(`/01/${gtin}?linkType=${encodeURIComponent(`${VOC}pip`)}`), page);
  assert.equal(await locationOf(`/01/${gtin}?linkType=gs1:defaultLink`), page);
  assert.equal(
    await locationOf(`/01/${gtin}?linkType=gs1:sustainabilityInfo`),
    `${page}#footprint`,
  );
  assert.equal(
    await locationOf(`/01/${gtin}?linkType=gs1:certificationInfo`),
    'https://acme.example/doc.pdf',
  );
  const missing = `/01/${gtin}?linkType=gs1:recipeInfo`;
  assert.equal((await get(missing)).status, 404);
  const shown = await get(missing, { accept: 'text/html,*/*;q=0.8' });
  assert.deepEqual([shown.status, shown.headers.get('content-language')], [404, 'en']);
  const text = await shown.text();
  assert.match(text, /has a link of the type https:\/\/ref\.gs1\.org\/voc\/recipeInfo/);
  assert.ok(text.includes(`<a href="${page}">`), text);
});

test('the linkset has the languages of the page', async () => {
  const set: unknown = await jsonOf(await get(`/01/${gtin}?linkType=linkset`));
  const [dpp] = JSON.stringify(set).match(/"hreflang":\[[^\]]*\]/) ?? [];
  assert.deepEqual(JSON.parse(`{${dpp}}`).hreflang, PAGE_LANGUAGES);
  assert.ok(PAGE_LANGUAGES.length > 20);
});

test('links that are equally good are offered with 300; language and media type decide between others', async () => {
  const document = (language: string, mediaType: string) => ({
    type: 'MANUAL',
    title: `Manual ${language}`,
    url: `https://acme.example/${language}.${mediaType.slice(-3)}`,
    mediaType,
    language,
  });
  const content = {
    ...EXAMPLE_CONTENT,
    care: null,
    repair: null,
    documents: [
      document('en', 'application/pdf'),
      document('de', 'application/pdf'),
      document('de', 'text/csv'),
      { ...document('pl', 'application/pdf'), url: 'https://acme.example/żółw.pdf' },
    ],
  };
  const { gtin: own } = await publish({ scope, content });
  const path = `/01/${own}?linkType=gs1:instructions`;
  const many = await get(path);
  assert.equal(many.status, 300);
  assert.equal((await jsonOf(many)).length, 4);
  assert.equal(
    await locationOf(path, { 'accept-language': 'fr;q=0.9, en;q=0.5' }),
    'https://acme.example/en.pdf',
  );
  assert.equal(
    await locationOf(path, { 'accept-language': 'de-AT', accept: 'text/csv' }),
    'https://acme.example/de.csv',
  );
  assert.equal(
    await locationOf(path, { 'accept-language': 'pl' }),
    'https://acme.example/%C5%BC%C3%B3%C5%82w.pdf',
  );
  // A reader of CSV alone gets CSV, in whatever language there is.
  assert.equal(
    await locationOf(path, { 'accept-language': 'en', accept: 'text/csv' }),
    'https://acme.example/de.csv',
  );
});

test('other pairs of the query are passed on, those of the resolver are not', async () => {
  assert.equal(
    await locationOf(`/01/${gtin}?linkType=gs1:dpp&utm=a%20b&context=x`),
    `${service.url}/dpp/${model.id}?utm=a+b`,
  );
});

test('CORS, HEAD and OPTIONS work without a key', async () => {
  const head = await get(`/01/${gtin}`, {}, 'HEAD');
  assert.equal(head.status, 307);
  assert.equal(await head.text(), '');
  assert.equal(head.headers.get('access-control-allow-origin'), '*');
  assert.match(head.headers.get('vary') ?? '', /Accept, Accept-Language/);
  const options = await get(`/01/${gtin}`, {}, 'OPTIONS');
  assert.equal(options.status, 204);
  assert.equal(options.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS');
  const allowed = options.headers.get('access-control-allow-headers') ?? '';
  assert.match(allowed, /Content-Type/, 'pages of others may post product ids as JSON');
  const post = await get(`/01/${gtin}`, {}, 'POST');
  assert.equal(post.status, 405);
  assert.equal(post.headers.get('allow'), 'GET, HEAD, OPTIONS');
});

test('the resolver describes itself', async () => {
  const description = await jsonOf(await get('/.well-known/gs1resolver'));
  assert.equal(description.resolverRoot, service.url);
  assert.deepEqual(description.supportedPrimaryKeys, ['01', '414', '417']);
  assert.ok(description.supportedLinkType[0].prefix.endsWith(':'));
});

/** A passport that names GLNs of its own. */
async function ofGlns(given: Partial<Parameters<typeof publish>[0]> = {}) {
  const [operator, facility] = [newGln(), newGln()];
  const content = {
    ...EXAMPLE_CONTENT,
    economicOperator: {
      name: 'Acme <b>',
      id: operator,
      scheme: 'GLN',
      url: 'https://acme.example',
    },
    facility: { name: 'Porto mill', id: facility, scheme: 'GLN', country: 'PT' },
  };
  return { operator, facility, content, dpp: await publish({ scope, content, ...given }) };
}

test('a GLN leads to the page of the operator or facility that passports name', async () => {
  const { operator, facility, dpp, content } = await ofGlns();
  await publish({ scope, content, serialNumber: 'S1' });
  for (const [path, page, name, other] of [
    [`/417/${operator}`, `/operators/${operator}`, 'Acme &lt;b&gt;', `/414/${operator}`],
    [`/414/${facility}`, `/facilities/${facility}`, 'Porto mill', `/417/${facility}`],
  ] as const) {
    assert.equal(await locationOf(`${path}/`), `${service.url}${page}`);
    const percentEncoded = path.replace(/\d$/, (digit) => `%3${digit}`);
    assert.equal(await locationOf(`${percentEncoded}?a=b`), `${service.url}${page}?a=b`);
    const answer = await get(page, { 'accept-language': 'de' });
    assert.equal(answer.status, 200, page);
    assert.equal(answer.headers.get('content-language'), 'de');
    const text = await answer.text();
    assert.ok(text.includes(`<h1>${name}</h1>`), text);
    assert.deepEqual(text.match(/dpp_\w+/g), [dpp.id], 'passports of items are not listed');
    const set: unknown = await jsonOf(await get(`${path}?linkType=all`));
    assert.ok(isLinkset(set), JSON.stringify(isLinkset.errors));
    assert.equal(set.linkset[0]?.['anchor'], `${service.url}${path}`);
    assert.equal((await get(`${path}?linkType=gs1:dpp`)).status, 404);
    assert.equal((await get(other)).status, 404, 'the other key is of something else');
  }
  assert.equal(await locationOf(`/417/${operator}?linkType=gs1:homepage`), 'https://acme.example');
  assert.match(await locationOf(`/414/${facility}?linkType=gs1:locationInfo`), /\/facilities\//);
});

test('the GLN of a responsible party leads to its page, as long as a public passport names it', async () => {
  const { operator, content } = await ofGlns();
  const [importer, representative] = [newGln(), newGln()];
  const importing = {
    ...{ name: 'Import Ltd', id: importer, scheme: 'GLN', role: 'IMPORTER', country: 'IE' },
    url: 'https://import.example',
  };
  const responsibleParties = [
    importing,
    { name: 'Rep', id: representative, scheme: 'GLN', role: 'AUTHORISED_REPRESENTATIVE' },
    { name: 'Other', id: newGln(), scheme: 'DUNS', role: 'DISTRIBUTOR' },
    { name: 'Acme once more', id: operator, scheme: 'GLN', role: 'DEALER' },
  ];
  const dpp = await publish({ scope, content: { ...content, responsibleParties } });
  assert.equal(await locationOf(`/417/${importer}`), `${service.url}/operators/${importer}`);
  assert.equal(
    await locationOf(`/417/${importer}?linkType=gs1:homepage`),
    'https://import.example',
  );
  const set: unknown = await jsonOf(await get(`/417/${importer}?linkType=all`));
  assert.ok(isLinkset(set), JSON.stringify(isLinkset.errors));
  const page = await (await get(`/operators/${importer}?lang=en`)).text();
  assert.match(page, /<h1>Import Ltd<\/h1>.*<dt>Importer<\/dt><dd>Import Ltd, Ireland<\/dd>/s);
  assert.deepEqual(page.match(/dpp_\w+/g), [dpp.id]);
  const other = await (await get(`/operators/${representative}?lang=en`)).text();
  assert.match(other, /<h1>Rep<\/h1>.*Responsible company/s);
  assert.equal((await get(`/417/${responsibleParties[2]?.id}`)).status, 404, 'no GLN');
  assert.equal((await get(`/414/${importer}`)).status, 404, 'a party is no place');
  const operators = await (await get(`/operators/${operator}`)).text();
  assert.equal(operators.match(/dpp_\w+/g)?.length, 2, 'each passport once');
  // The next version names another representative.
  await addVersion(
    { scope, content: { ...content, responsibleParties: [importing] } },
    dpp.uuid,
    2,
  );
  await until(async () => (await get(`/417/${representative}`)).status === 404);
  await setState({ scope }, dpp, 'SUSPENDED');
  await until(async () => (await get(`/417/${importer}`)).status === 404);
  await setState({ scope }, dpp, 'PUBLISHED');
  await until(async () => (await get(`/417/${importer}`)).status === 307);
});

test('a GLN is answered by the organization that named it first, without what is not public', async () => {
  const { operator, content, dpp } = await ofGlns();
  const { scope: stranger } = await world();
  const foreign = await publish({ scope: stranger, content });
  const page = `/operators/${operator}`;
  assert.ok(!(await (await get(page)).text()).includes(foreign.id));
  await setState({ scope }, dpp, 'SUSPENDED');
  await until(async () => (await (await get(page)).text()).includes(foreign.id));
  await setState({ scope: stranger }, foreign, 'REVOKED');
  for (const path of [`/417/${operator}`, page])
    await until(async () => (await get(path)).status === 404);
  const sandbox = await ofGlns({ scope: { ...scope, environment: 'SANDBOX' } });
  assert.equal((await get(`/417/${sandbox.operator}`)).status, 404);
  assert.match(await locationOf(`/sandbox/417/${sandbox.operator}`), /\/sandbox\/operators\//);
  for (const path of ['/operators/1', '/facilities/', `/dogs/${operator}`])
    assert.equal((await get(path)).status, 404, path);
});

test('a qualifier that no passport has falls back to the GLN; keys of nothing that is here are 404', async () => {
  const { facility } = await ofGlns();
  assert.match(await locationOf(`/414/${facility}/254/12`), /\/facilities\//);
  assert.equal((await get(`/414/${facility}/21/1`)).status, 400);
  for (const path of ['/00/106141412345678908', '/253/9506000134376', '/8004/9506000A'])
    assert.equal((await get(path)).status, 404, path);
});

test('live and sandbox do not see each other', async () => {
  const sandbox = { ...scope, environment: 'SANDBOX' as const };
  const own = await publish({ scope: sandbox });
  assert.equal((await get(`/01/${own.gtin}`)).status, 404);
  assert.equal(await locationOf(`/sandbox/01/${own.gtin}`), `${service.url}/sandbox/dpp/${own.id}`);
  assert.equal((await get(`/dpp/${own.id}`)).status, 404);
  assert.equal((await get(`/sandbox/01/${gtin}`)).status, 404);
});

test('a new serial is resolved at once, although its fallback was cached', async () => {
  const path = `/01/${gtin}/21/LATER`;
  assert.equal(await locationOf(path), `${service.url}/dpp/${model.id}`);
  assert.equal(await locationOf(path), `${service.url}/dpp/${model.id}`);
  const later = await publish({ scope, gtin, serialNumber: 'LATER' });
  await until(async () => (await locationOf(path)) === `${service.url}/dpp/${later.id}`);
});

test('addresses that led nowhere lead to the passport once it is published', async () => {
  const [later, gln] = [newGtin(), newGln()];
  const statuses = () =>
    Promise.all([`/01/${later}`, `/417/${gln}`].map(async (path) => (await get(path)).status));
  assert.deepEqual(await statuses(), [404, 404]);
  assert.deepEqual(await statuses(), [404, 404]);
  const named = { name: 'Later Ltd', id: gln, scheme: 'GLN', role: 'MANUFACTURER', country: 'PT' };
  await publish({ scope, gtin: later, content: { ...EXAMPLE_CONTENT, economicOperator: named } });
  await until(async () => (await statuses()).every((status) => status === 307));
});
