import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GraphQLEnumType, isEnumType } from 'graphql';
import { GIVEN as CUSTOMER } from '../../server/src/domains/customers/properties.ts';
import { GIVEN as PRODUCT } from '../../server/src/domains/products/properties.ts';
import { namesOf } from '../../server/src/platform/objects.ts';
import type { Property } from '../../server/src/rules/property.ts';
import { schema } from '../../server/src/schema.ts';
import { exported, imported, jsonl, rowsOf } from './bulk/files.ts';
import { type Answer, at, type Json, type JsonObject, mutationText, textAt } from './client.ts';
import { type World, world } from './world.ts';

/** Entities whose tables of properties are walked: a new property is covered from its first day. */
const ENTITIES = [
  { one: 'customer', list: 'customers', bulk: 'CUSTOMERS', properties: CUSTOMER },
  { one: 'product', list: 'products', bulk: 'PRODUCTS', properties: PRODUCT },
] as const;

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

for (const { one, list, bulk, properties } of ENTITIES) {
  const names = namesOf<Readonly<Record<string, Property<unknown>>>>(properties);
  const [before, after] = [sampleOf(properties, 0), sampleOf(properties, 1)];
  const fields = `id version ${names.join(' ')}`;
  const create = mutationText(`create${capital(one)}`, `${one} { ${fields} }`);
  const update = mutationText(`update${capital(one)}`, `${one} { ${fields} }`);
  const shown = (answer: Answer, ...path: string[]) => only(names, dataAt(answer, ...path));

  test(`every property of a ${one} is written when it is created, and read everywhere`, async () => {
    const { send } = await world({ tier: 'GROWTH' });
    const created = await send(create, { input: before });
    assert.deepEqual(shown(created, `create${capital(one)}`, one), before);
    const id = textAt(created, `create${capital(one)}`, one, 'id');
    const read = await send(
      `query ($id: ID!) { node(id: $id) { ... on ${capital(one)} { ${fields} } }
        ${one}(id: $id) { ${fields} } ${list} { edges { node { ${fields} } } } }`,
      { id },
    );
    assert.deepEqual(shown(read, 'node'), before);
    assert.deepEqual(shown(read, one), before);
    assert.deepEqual(only(names, at(dataAt(read, list), 'edges', 0, 'node')), before);
  });

  test(`every property of a ${one} is changed alone, is a new version, and is unchanged by its own value`, async () => {
    const { send } = await world({ tier: 'GROWTH' });
    const id = textAt(await send(create, { input: before }), `create${capital(one)}`, one, 'id');
    let expected = before;
    for (const [count, name] of names.entries()) {
      const value = after[name] ?? null;
      expected = { ...expected, [name]: value };
      for (const _twice of [1, 2]) {
        const answer = await send(update, { input: { id, [name]: value } });
        assert.deepEqual(shown(answer, `update${capital(one)}`, one), expected, name);
        assert.equal(at(dataAt(answer, `update${capital(one)}`, one), 'version'), count + 2, name);
      }
    }
  });

  for (const format of ['JSONL', 'CSV'] as const) {
    test(`every property of a ${one} goes through ${format}, into a new one and over another`, async () => {
      const here = await world({ tier: 'GROWTH' });
      await here.send(create, { input: after });
      const file = await exported(here, { type: bulk, format });
      const elsewhere = await world({ tier: 'GROWTH' });
      const [row] = rowsOf(await exported(here, { type: bulk }));
      assert.deepEqual(only(names, row), after);

      const created = await imported(elsewhere, file, { type: bulk, format });
      assert.equal(created.rows[0]?.['status'], 'CREATED', JSON.stringify(created.rows));
      assert.deepEqual(await listed(elsewhere), [after]);

      const over = await imported(
        elsewhere,
        jsonl([{ ...before, externalId: after['externalId'] ?? null }]),
        { type: bulk },
      );
      assert.equal(over.rows[0]?.['status'], 'UPDATED', JSON.stringify(over.rows));
      assert.deepEqual(await listed(elsewhere), [{ ...before, externalId: after['externalId'] }]);
      const back = await imported(elsewhere, file, { type: bulk, format });
      assert.equal(back.rows[0]?.['status'], 'UPDATED', JSON.stringify(back.rows));
      assert.deepEqual(await listed(elsewhere), [after]);
      const again = await imported(elsewhere, file, { type: bulk, format });
      assert.equal(again.rows[0]?.['status'], 'UNCHANGED', JSON.stringify(again.rows));
    });
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
