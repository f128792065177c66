import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import {
  FOR_ITS_VALUES,
  inTransaction,
  openDatabase,
  type Page,
} from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Scope } from '../../platform/scope.ts';
import { productDraft } from './draft.ts';
import { products } from './list-store.ts';
import type { ProductDraft } from './model.ts';
import { productWriter, updateFootprints } from './store.ts';

const { db, url, inspect } = await testDatabase();
const scope: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
const tenant = { db, scope };
type ProductFilter = Parameters<typeof products.page>[1];
const BY_PRICE = { field: 'PRICE', isDescending: true } as const;
const BY_NAME = { field: 'NAME', isDescending: false } as const;

function draftOf(name: string, more: Partial<ProductDraft> = {}): ProductDraft {
  return { ...productDraft({ name }).draft, ...more };
}

async function namesWith(filter: ProductFilter): Promise<string[]> {
  const page = { limit: 101, isBackward: false };
  const found = await products.pageReading(['name'])(tenant, filter, BY_NAME, page);
  assert.equal(await products.count(tenant, filter, BY_NAME, 101), found.length);
  return found.map(({ name }) => name);
}

test('finds a product by every text in its name, in any case', async () => {
  const names = [
    'Ångström T-shirt 07',
    '100 % wool_mix (a\\b)',
    '東京 シャツ',
    '0--a1b0a.1',
    '---abc--- d',
  ];
  for (const name of names)
    await inTransaction(tenant, (work) =>
      productWriter.insertOne(work, { id: randomUUID(), draft: draftOf(name) }),
    );
  for (const name of names) {
    for (let from = 0; from < name.length; from += 1) {
      for (let size = 1; size <= name.length - from; size += 2) {
        const text = name.slice(from, from + size);
        const expected = names.filter((one) => one.toLowerCase().includes(text.toLowerCase()));
        const found = await namesWith({ text: text.toUpperCase() });
        assert.deepEqual(found.toSorted(), expected.toSorted(), text);
      }
    }
  }
});

test('finds a product by every two letters in its name, in any case, by the trigrams of the tenant', async () => {
  const own: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
  const names = ['Qz', 'a-qz9 b', 'xQzy', 'café Qzé', '東京 qz', 'シャツqzシャ', 'q z', '0xqy'];
  const ids = names.map(() => randomUUID());
  for (const [at, name] of names.entries())
    await inTransaction({ db, scope: own }, (work) =>
      productWriter.insertOne(work, { id: ids[at] ?? '', draft: draftOf(name) }),
    );
  const pairs = new Set(names.flatMap(pairsOf));
  const indexedWith = async (text: string): Promise<string[]> => {
    const rows = await inspect<{ name: string }>(
      `select name from products where organization_id = $1 and environment = 'LIVE'
         and product_trigrams(organization_id, environment, name) && product_pair_trigrams($1, 'LIVE', $2)
         and name ilike '%' || $2 || '%'`,
      [own.organizationId, text],
    );
    return rows.map(({ name }) => name).toSorted();
  };
  for (const pair of [...pairs, 'QZ', 'zq', '0x']) {
    const expected = names.filter((name) => name.toLowerCase().includes(pair.toLowerCase()));
    assert.deepEqual(await indexedWith(pair), expected.toSorted(), pair);
  }
  assert.deepEqual(await indexedWith('jj'), []);
  await inTransaction({ db, scope: own }, (work) =>
    productWriter.updateOne(work, { id: ids[0] ?? '', draft: draftOf('New Jj') }),
  );
  assert.deepEqual(await indexedWith('jj'), ['New Jj']);
});

function pairsOf(name: string): string[] {
  return [...name.matchAll(/(?=([a-z0-9]{2}))/gi)].map(([, pair = '']) => pair);
}

test('asks the index of texts for at least one trigram of every indexed text', async () => {
  const texts = ['abc', '-- abc --', '--- abc', '---abc---', 'a b c def', '----abc----'];
  const found = await inspect<{ text: string; isEmpty: boolean }>(
    `select text, cardinality(product_text_trigrams($1, 'LIVE', text)) = 0 as "isEmpty"
     from unnest($2::text[]) as text`,
    [scope.organizationId, texts],
  );
  assert.deepEqual(
    found,
    texts.map((text) => ({ text, isEmpty: false })),
  );
});

test('the list of a sector follows changes of its products', async () => {
  const [toy, moved, gone] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [toy, moved, gone]) {
    await inTransaction(tenant, (work) =>
      productWriter.insertOne(work, {
        id,
        draft: draftOf(`Toy ${id}`, { sectorTags: ['TOYS', 'TOYS'] }),
      }),
    );
  }
  await inTransaction(tenant, (work) =>
    productWriter.updateOne(work, {
      id: toy,
      draft: draftOf('Doll', { sectorTags: ['TOYS', 'TEXTILES'] }),
    }),
  );
  await inTransaction(tenant, (work) =>
    productWriter.updateOne(work, {
      id: moved,
      draft: draftOf('Shirt', { sectorTags: ['TEXTILES'] }),
    }),
  );
  await inTransaction(tenant, (work) => products.delete(work, gone));
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS' }), ['Doll']);
  assert.deepEqual(await namesWith({ sectorTag: 'TEXTILES' }), ['Doll', 'Shirt']);

  await inTransaction(tenant, (work) =>
    updateFootprints(work, [
      { productId: toy, co2eKg: 7, calculationId: randomUUID(), basis: 'BASIC' },
    ]),
  );
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS', minCo2eKg: 7 }), ['Doll']);
  const archived = draftOf('Doll', { sectorTags: ['TOYS'], status: 'ARCHIVED' });
  await inTransaction(tenant, (work) =>
    productWriter.updateOne(work, { id: toy, draft: archived }),
  );
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS' }), []);
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS', status: ['ARCHIVED'] }), ['Doll']);
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS', status: [] }), []);
});

test('continues after a cursor when few, and when many, match', async () => {
  const own: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
  const ids = Array.from({ length: 30 }, (_, at) => ({ id: randomUUID(), at }));
  for (const { id, at } of ids) {
    const price = { priceMinor: at, priceCurrency: 'EUR' };
    await inTransaction({ db, scope: own }, (work) =>
      productWriter.insertOne(work, {
        id,
        draft: draftOf(at % 3 === 0 ? 'Cotton hat' : 'Wool hat', price),
      }),
    );
  }
  for (const text of ['hat', 'cotton']) {
    const seen: number[] = [];
    let key: readonly (string | number)[] | undefined;
    for (;;) {
      const from = key && { key, isInclusive: false };
      const page = { limit: 2, isBackward: false, from };
      const rows = await products.pageReading(['priceMinor'])(
        { db, scope: own },
        { text },
        BY_PRICE,
        page,
      );
      seen.push(...rows.map(({ priceMinor }) => priceMinor ?? -1));
      const last = rows.at(-1);
      if (last === undefined || rows.length < 2) break;
      key = ['EUR', last.priceMinor ?? 0, ids.find(({ at }) => at === last.priceMinor)?.id ?? ''];
    }
    const expected = ids.filter(({ at }) => text === 'hat' || at % 3 === 0).map(({ at }) => at);
    assert.deepEqual(seen, expected.reverse());
  }
});

test('a page by the state of footprints walks the index of each state, also in a sector', async () => {
  const own: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
  await inspect('alter table products disable trigger search_inserted');
  // The newest have no footprint, more than are fetched to be sorted.
  await inspect(
    `insert into products (organization_id, environment, id, name, status, sector_tags, tags, image_urls,
       declared_amount, declared_unit, bill, co2e_kg, has_outdated_footprint)
     select $1, 'LIVE', ('01900000-0000-7000-8000-' || lpad(to_hex(at), 12, '0'))::uuid, 'Hat ' || at, 'ACTIVE',
       '{APPAREL}', '{}', '{}', 1, 'PIECE', '{}', case when at <= 8000 then 1 end, at = 7000
     from generate_series(1, 12000) as at`,
    [own.organizationId],
  );
  await inspect('alter table products enable trigger search_inserted');
  await inspect('analyze products, product_sectors');
  const statements: string[] = [];
  const onStatement = (text: string) => statements.push(text);
  const watched = await openDatabase({ url, pipelines: 1, poolSize: 1, onStatement });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const order = { field: 'CREATED_AT', isDescending: false } as const;
  const walks = async (filter: ProductFilter) => {
    statements.length = 0;
    const page = { limit: 101, isBackward: false };
    const rows = await products.page({ db: watched, scope: own }, filter, order, page);
    assert.equal(statements.length, 1);
    // A client of its own, because only an unprepared statement may leave its parameters open.
    const { rows: plan } = await client.query<Record<string, string>>(
      `explain (generic_plan) ${statements[0]}`,
    );
    const text = plan.flatMap((row) => Object.values(row)).join('\n');
    const indexes = [...text.matchAll(/using (\w+_footprint)\b/g)].map(([, index]) => index);
    return { first: rows[0]?.name, indexes };
  };
  const missing = { first: 'Hat 8001', indexes: ['products_without_footprint'] };
  assert.deepEqual(await walks({ footprintState: ['NOT_CALCULATED'] }), missing);
  assert.deepEqual(
    await walks({ footprintState: ['NOT_CALCULATED'], status: ['ACTIVE'] }),
    missing,
  );
  assert.deepEqual(await walks({ footprintState: ['NOT_CALCULATED', 'OUTDATED'] }), {
    first: 'Hat 7000',
    indexes: ['products_without_footprint', 'products_with_outdated_footprint'],
  });
  assert.deepEqual(await walks({ footprintState: ['CURRENT'] }), {
    first: 'Hat 1',
    indexes: ['products_with_current_footprint'],
  });
  const sectorTag = 'APPAREL';
  assert.deepEqual(await walks({ footprintState: ['OUTDATED'], sectorTag }), {
    first: 'Hat 7000',
    indexes: ['product_sectors_with_outdated_footprint'],
  });
  await client.end();
  await watched.destroy();
  const counts = await Promise.all(
    (['NOT_CALCULATED', 'OUTDATED', 'CURRENT'] as const).map((state) =>
      products.count({ db, scope: own }, { footprintState: [state, state] }, order, 10_001),
    ),
  );
  assert.deepEqual(counts, [4000, 1, 7999]);
  const byFootprint = { field: 'FOOTPRINT', isDescending: false } as const;
  assert.equal(
    await products.count(
      { db, scope: own },
      { footprintState: ['NOT_CALCULATED'] },
      byFootprint,
      1,
    ),
    0,
  );
  assert.equal(await products.count({ db, scope: own }, { footprintState: [] }, order, 1), 0);
});

test('walks to a text or tag that too many have to be fetched, past a state in which none has it', async () => {
  const own: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
  await inspect('alter table products disable trigger search_inserted');
  await inspect(
    `insert into products (organization_id, environment, id, name, status, sector_tags, tags, image_urls,
       declared_amount, declared_unit, bill)
     select $1, 'LIVE', md5('walked' || at)::uuid, case when at % 5 = 0 then 'Cotton hat ' else 'Wool hat ' end || at,
       case when at % 5 = 1 then 'DRAFT' else 'ACTIVE' end, '{APPAREL}',
       case when at = 7 then '{rare}' when at % 5 = 0 then '{sale}' else '{}' end::text[], '{}', 1, 'PIECE', '{}'
     from generate_series(1, 20000) as at`,
    [own.organizationId],
  );
  await inspect('alter table products enable trigger search_inserted');
  const expected = await inspect<{ id: string }>(
    `select id from products where organization_id = $1 and environment = 'LIVE'
       and name like 'Cotton%' order by id limit 303`,
    [own.organizationId],
  );

  const statements: string[] = [];
  const onStatement = (text: string) => statements.push(text);
  const watched = await openDatabase({ url, pipelines: 1, poolSize: 1, onStatement });
  const order = { field: 'CREATED_AT', isDescending: false } as const;
  const firstWith = async (filter: ProductFilter) => {
    const found: { id: string }[] = [];
    let from: Page['from'];
    while (found.length < 303) {
      const page = { limit: 101, isBackward: false, from };
      const rows = await products.page({ db: watched, scope: own }, filter, order, page);
      assert.equal(rows.length, 101);
      found.push(...rows.map(({ id }) => ({ id })));
      from = rows.slice(-1).map((last) => ({
        key: products.placesIn(filter, order).keyOf(last),
        isInclusive: false,
      }))[0];
    }
    return found;
  };
  const sectorTag = 'APPAREL';
  for (const filter of [
    { text: 'cotton h' },
    { tag: 'sale' },
    { tag: 'sale', text: 'cotton h' },
    { tag: 'sale', sectorTag },
  ])
    assert.deepEqual(await firstWith(filter), expected, JSON.stringify(filter));
  for (const [filter, count] of [
    [{ text: 'cotton h' }, 101],
    [{ tag: 'sale' }, 101],
    [{ text: 'cotton h', sectorTag: 'TOYS' }, 0],
  ] as const)
    assert.equal(await products.count({ db: watched, scope: own }, filter, order, 101), count);
  await watched.destroy();
  assert.ok(
    statements.every((text) => !text.includes(FOR_ITS_VALUES)),
    'nothing was fetched',
  );

  statements.length = 0;
  const page = { limit: 101, isBackward: false };
  const again = await openDatabase({ url, pipelines: 1, poolSize: 1, onStatement });
  assert.deepEqual(await products.page({ db: again, scope: own }, { text: 'qz' }, order, page), []);
  await again.destroy();
  const isFetched = statements.some((text) => text.includes(FOR_ITS_VALUES));
  assert.ok(isFetched, 'a pair that no name has is looked up');
  for (const [filter, names] of [
    [{ tag: 'rare' }, ['Wool hat 7']],
    [{ tag: 'rare', sectorTag }, ['Wool hat 7']],
    [{ tag: 'rare', sectorTag: 'TOYS' }, []],
    [{ tag: 'rare', status: ['DRAFT'] }, []],
    [{ tag: 'Rare' }, []],
  ] as const) {
    const rows = await products.page({ db, scope: own }, filter, order, page);
    assert.deepEqual(
      rows.map(({ name }) => name),
      names,
    );
    assert.equal(await products.count({ db, scope: own }, filter, order, 101), names.length);
  }
  assert.equal(await products.count({ db, scope: own }, { tag: 'sale' }, order, 10_001), 4000);
});

test('a page is read by the same statements, in whatever order and how often its filter names a word', async () => {
  const texts = new Set<string>();
  const onStatement = (text: string) => texts.add(text);
  const watched = await openDatabase({ url, pipelines: 1, poolSize: 1, onStatement });
  after(() => watched.destroy());
  const read = (
    status: readonly ('ACTIVE' | 'DRAFT')[],
    footprints: readonly ('CURRENT' | 'OUTDATED')[],
  ) =>
    products.page({ db: watched, scope }, { status, footprintState: footprints }, BY_NAME, {
      limit: 5,
      isBackward: false,
    });
  await read(['ACTIVE', 'DRAFT'], ['CURRENT', 'OUTDATED']);
  const once = new Set(texts);
  await read(['DRAFT', 'ACTIVE', 'DRAFT'], ['OUTDATED', 'CURRENT', 'CURRENT', 'OUTDATED']);
  assert.deepEqual(texts, once);
});
