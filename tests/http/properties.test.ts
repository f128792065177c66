import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GraphQLEnumType, isEnumType } from 'graphql';
import { GIVEN as CART } from '../../server/src/domains/carts/properties.ts';
import { GIVEN as CUSTOMER } from '../../server/src/domains/customers/properties.ts';
import { GIVEN as ORDER } from '../../server/src/domains/orders/properties.ts';
import { GIVEN as PRODUCT } from '../../server/src/domains/products/properties.ts';
import { GIVEN as SUPPLY_CHAIN } from '../../server/src/domains/supply-chains/properties.ts';
import { GIVEN as TRANSACTION } from '../../server/src/domains/transactions/properties.ts';
import type { Property } from '../../server/src/rules/properties/property.ts';
import { schema } from '../../server/src/schema.ts';
import { exported, imported, jsonl, rowsOf } from './bulk/files.ts';
import { type Answer, at, type Json, type JsonObject, mutationText, textAt } from './client.ts';
import { type World, world } from './world.ts';

type Entity = {
  readonly one: string;
  readonly list: string;
  readonly properties: Readonly<Record<string, Property<unknown>>>;
  /** The mutation that creates one; `create…` when absent. */
  readonly create?: string;
  /** Input that creating one needs in addition to its properties. */
  readonly needs?: (world: World) => Promise<JsonObject>;
  readonly isUpdated?: boolean;
  /** The type of the files that have it. */
  readonly bulk?: {
    readonly type: 'PRODUCTS' | 'CUSTOMERS' | 'ORDERS';
    readonly isImported: boolean;
  };
};

/** Entities whose tables of properties are walked: a new property is covered from its first day. */
const ENTITIES: readonly Entity[] = [
  {
    one: 'customer',
    list: 'customers',
    properties: CUSTOMER,
    isUpdated: true,
    bulk: { type: 'CUSTOMERS', isImported: true },
  },
  {
    one: 'product',
    list: 'products',
    properties: PRODUCT,
    isUpdated: true,
    bulk: { type: 'PRODUCTS', isImported: true },
  },
  {
    one: 'supplyChain',
    list: 'supplyChains',
    properties: SUPPLY_CHAIN,
    isUpdated: true,
    needs: async () => ({ facilities: [{ key: 'mill', name: 'Mill', tier: 1 }] }),
  },
  {
    one: 'order',
    list: 'orders',
    properties: ORDER,
    needs: async (here) => ({ lines: [await lineIn(here)] }),
    bulk: { type: 'ORDERS', isImported: false },
  },
  { one: 'shoppingCart', list: 'shoppingCarts', properties: CART },
  {
    one: 'transaction',
    list: 'transactions',
    properties: TRANSACTION,
    create: 'recordTransaction',
    needs: async (here) => ({ orderId: await orderIn(here), type: 'CAPTURE' }),
  },
];

async function lineIn({ send }: World): Promise<JsonObject> {
  const product = mutationText('createProduct', 'product { id }');
  const made = await send(product, { input: { name: 'Bag' } });
  const unitPrice = { amount: '19.90', currencyCode: 'EUR' };
  return { productId: textAt(made, 'createProduct', 'product', 'id'), quantity: 2, unitPrice };
}

async function orderIn(here: World): Promise<string> {
  const order = mutationText('createOrder', 'order { id }');
  const made = await here.send(order, { input: { lines: [await lineIn(here)] } });
  return textAt(made, 'createOrder', 'order', 'id');
}

/** Two values of each property that does not take every value of its type. */
const SAMPLES: Readonly<Record<string, readonly [Json, Json]>> = {
  email: ['ada@example.com', 'grace@example.com'],
  gtin: ['4006381333931', '96385074'],
  language: ['fr', 'pt-BR'],
  status: ['DRAFT', 'ACTIVE'],
};
const SAMPLES_OF_TYPE: Readonly<Record<string, readonly [Json, Json]>> = {
  Boolean: [true, false],
  CountryCode: ['FR', 'DE'],
  CurrencyCode: ['EUR', 'USD'],
  DateTime: ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
  Float: [0.5, 1.25],
  Int: [1, 2],
  JSON: [{ season: 'winter' }, { season: 'summer', sizes: [1, 2] }],
  URL: ['https://example.com/a.png', 'https://example.com/b.png'],
};

for (const { one, list, properties, needs, isUpdated, bulk, ...entity } of ENTITIES) {
  const made = entity.create ?? `create${capital(one)}`;
  const names = Object.keys(properties);
  const [before, after] = [sampleOf(properties, 0), sampleOf(properties, 1)];
  const fields = `id version ${names.join(' ')}`;
  const create = mutationText(made, `${one} { ${fields} }`);
  const update = mutationText(`update${capital(one)}`, `${one} { ${fields} }`);
  const createIn = async (here: World, input: JsonObject) =>
    here.send(create, { input: { ...(await needs?.(here)), ...input } });
  const shown = (answer: Answer, ...path: string[]) => only(names, dataAt(answer, ...path));

  test(`every property of ${one} is written when it is created, and read everywhere`, async () => {
    const here = await world({ tier: 'GROWTH' });
    const created = await createIn(here, before);
    assert.deepEqual(shown(created, made, one), before);
    const id = textAt(created, made, one, 'id');
    const read = await here.send(
      `query ($id: ID!) { node(id: $id) { ... on ${capital(one)} { ${fields} } }
        ${one}(id: $id) { ${fields} } ${list} { edges { node { ${fields} } } } }`,
      { id },
    );
    assert.deepEqual(shown(read, 'node'), before);
    assert.deepEqual(shown(read, one), before);
    assert.deepEqual(only(names, at(dataAt(read, list), 'edges', 0, 'node')), before);
  });

  const changes = async (): Promise<void> => {
    const here = await world({ tier: 'GROWTH' });
    const id = textAt(await createIn(here, before), made, one, 'id');
    let expected = before;
    for (const [count, name] of names.entries()) {
      const value = after[name] ?? null;
      expected = { ...expected, [name]: value };
      for (const _twice of [1, 2]) {
        const answer = await here.send(update, { input: { id, [name]: value } });
        assert.deepEqual(shown(answer, `update${capital(one)}`, one), expected, name);
        assert.equal(at(dataAt(answer, `update${capital(one)}`, one), 'version'), count + 2, name);
      }
    }
  };
  if (isUpdated === true) {
    test(
      `every property of a ${one} is changed alone, is a new version, and is unchanged by its own value`,
      changes,
    );
  }

  for (const format of bulk === undefined ? [] : (['JSONL', 'CSV'] as const)) {
    const { type, isImported } = bulk ?? { type: 'PRODUCTS', isImported: false };
    test(`every property of a ${one} is exported as ${format}`, async () => {
      const here = await world({ tier: 'GROWTH' });
      await createIn(here, after);
      const file = await exported(here, { type, format });
      if (format === 'JSONL') assert.deepEqual(only(names, rowsOf(file)[0]), after);
      else assert.deepEqual(new Set(names).difference(new Set(columnsIn(file))), new Set());
    });

    const imports = async (): Promise<void> => {
      const here = await world({ tier: 'GROWTH' });
      await createIn(here, after);
      const file = await exported(here, { type, format });
      const elsewhere = await world({ tier: 'GROWTH' });

      const created = await imported(elsewhere, file, { type, format });
      assert.equal(created.rows[0]?.['status'], 'CREATED', JSON.stringify(created.rows));
      assert.deepEqual(await listed(elsewhere), [after]);

      const over = await imported(
        elsewhere,
        jsonl([{ ...before, externalId: after['externalId'] ?? null }]),
        { type },
      );
      assert.equal(over.rows[0]?.['status'], 'UPDATED', JSON.stringify(over.rows));
      assert.deepEqual(await listed(elsewhere), [{ ...before, externalId: after['externalId'] }]);
      const back = await imported(elsewhere, file, { type, format });
      assert.equal(back.rows[0]?.['status'], 'UPDATED', JSON.stringify(back.rows));
      assert.deepEqual(await listed(elsewhere), [after]);
      const again = await imported(elsewhere, file, { type, format });
      assert.equal(again.rows[0]?.['status'], 'UNCHANGED', JSON.stringify(again.rows));
    };
    if (isImported) {
      test(
        `every property of a ${one} goes through ${format}, into a new one and over another`,
        imports,
      );
    }
  }

  async function listed({ send }: World): Promise<readonly JsonObject[]> {
    const nodes = at(
      dataAt(await send(`{ ${list} { edges { node { ${fields} } } } }`), list),
      'edges',
    );
    assert.ok(Array.isArray(nodes));
    return nodes.map((edge: Json) => only(names, at(edge, 'node')));
  }
}

function sampleOf(
  properties: Readonly<Record<string, Property<unknown>>>,
  which: 0 | 1,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => {
      const scalar = typeof type.of === 'string' ? type.of : type.of.name;
      const value =
        SAMPLES[name]?.[which] ??
        SAMPLES_OF_TYPE[scalar]?.[which] ??
        enumOf(scalar)?.getValues()[which]?.name ??
        `${name} ${which}`;
      return [name, type.isList ? [value] : value];
    }),
  );
}

function enumOf(name: string): GraphQLEnumType | undefined {
  const type = schema.getType(name);
  return isEnumType(type) ? type : undefined;
}

function columnsIn(csv: string): readonly string[] {
  return csv.slice(0, csv.indexOf('\n')).trim().split(',');
}

function dataAt(answer: Answer, ...path: string[]): Json | undefined {
  assert.deepEqual(answer.errors, []);
  return at(answer.data ?? undefined, ...path);
}

function only(names: readonly string[], value: Json | undefined): JsonObject {
  return Object.fromEntries(names.map((name) => [name, at(value, name) ?? null]));
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
