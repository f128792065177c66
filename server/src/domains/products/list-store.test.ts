import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Scope } from '../../platform/scope.ts';
import { writtenProduct } from './draft.ts';
import { countMatching, listProducts, type ProductFilter } from './list-store.ts';
import type { ProductDraft } from './model.ts';
import { deleteProductRow, insertProduct, noteFootprint, updateProductRow } from './store.ts';

const { db } = await testDatabase();
const scope: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
const BY_NAME = { field: 'NAME', isDescending: false } as const;

function draftOf(name: string, more: Partial<ProductDraft> = {}): ProductDraft {
  return { ...writtenProduct({ name }).draft, ...more };
}

async function namesWith(filter: ProductFilter): Promise<string[]> {
  const page = { limit: 101, isBackward: false };
  const found = await listProducts(db, scope, filter, BY_NAME, page, ['name']);
  assert.equal(await countMatching(db, scope, filter, BY_NAME, 101), found.length);
  return found.map(({ name }) => name);
}

test('finds a product by every text in its name, in any case', async () => {
  const names = ['Ångström T-shirt 07', '100 % wool_mix (a\\b)', '東京 シャツ', '0--a1b0a.1'];
  for (const name of names) await insertProduct(db, scope, randomUUID(), draftOf(name));
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

test('the list of a sector follows what becomes of its products', async () => {
  const [toy, moved, gone] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [toy, moved, gone]) {
    await insertProduct(db, scope, id, draftOf(`Toy ${id}`, { sectorTags: ['TOYS', 'TOYS'] }));
  }
  await updateProductRow(db, scope, toy, draftOf('Doll', { sectorTags: ['TOYS', 'TEXTILES'] }));
  await updateProductRow(db, scope, moved, draftOf('Shirt', { sectorTags: ['TEXTILES'] }));
  await deleteProductRow(db, scope, gone);
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS' }), ['Doll']);
  assert.deepEqual(await namesWith({ sectorTag: 'TEXTILES' }), ['Doll', 'Shirt']);

  await noteFootprint(db, scope, toy, 7, randomUUID());
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS', minCo2eKg: 7 }), ['Doll']);
  await updateProductRow(
    db,
    scope,
    toy,
    draftOf('Doll', { sectorTags: ['TOYS'], status: 'ARCHIVED' }),
  );
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS' }), []);
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS', status: ['ARCHIVED'] }), ['Doll']);
  assert.deepEqual(await namesWith({ sectorTag: 'TOYS', status: [] }), []);
});

test('goes on behind a cursor when few, and when many, match', async () => {
  const own: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
  const ids = Array.from({ length: 30 }, (_, at) => ({ id: randomUUID(), at }));
  for (const { id, at } of ids) {
    const price = { priceMinor: at, priceCurrency: 'EUR' };
    await insertProduct(db, own, id, draftOf(at % 3 === 0 ? 'Cotton hat' : 'Wool hat', price));
  }
  for (const text of ['hat', 'cotton']) {
    const seen: number[] = [];
    let key: readonly (string | number)[] | undefined;
    for (;;) {
      const from = key && { key, isInclusive: false };
      const page = { limit: 2, isBackward: false, from };
      const rows = await listProducts(
        db,
        own,
        { text },
        { field: 'PRICE', isDescending: true },
        page,
        ['priceMinor'],
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
