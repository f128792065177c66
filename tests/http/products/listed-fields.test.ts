import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { schema } from '../../../server/src/schema.ts';
import { at, dataOf, sendForId } from '../client.ts';
import { world } from '../world.ts';

const INPUT = {
  name: 'Listed',
  externalId: 'listed-1',
  description: 'All of it',
  sku: 'L-1',
  gtin: '4006381333931',
  tags: ['a', 'b'],
  imageUrls: ['https://example.com/a.png'],
  declaredUnit: { amount: 2, unit: 'PIECE' },
  netMassKg: 0.5,
  price: { amount: '12.50', currencyCode: 'EUR' },
  components: [{ name: 'Fabric', material: 'cotton', massKg: 0.4 }],
};

/** Every field of a product that can be asked without arguments, as a selection. */
function selections(): string[] {
  const type = schema.getType('Product');
  assert.ok(isObjectType(type));
  return Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (isLeafType(named)) return [field.name];
    if (!isObjectType(named)) return [];
    const leaf = Object.values(named.getFields()).find((inner) =>
      isLeafType(getNamedType(inner.type)),
    );
    return leaf === undefined ? [] : [`${field.name} { ${leaf.name} }`];
  });
}

test('a list reads for each field alone what the product itself shows', async () => {
  const { send } = await world({ tier: 'ENTERPRISE' });
  const id = await sendForId({ send }, 'createProduct', 'product', INPUT);
  const asked = selections();
  assert.ok(asked.length > 20);
  for (const selection of asked) {
    const itself = dataOf(await send(`{ product(id: "${id}") { ${selection} } }`));
    for (const field of ['CREATED_AT', 'UPDATED_AT', 'NAME']) {
      const query = `{ products(sortBy: { field: ${field} }) { edges { node { ${selection} } } } }`;
      const listed = dataOf(await send(query));
      assert.deepEqual(at(listed, 'products', 'edges', 0, 'node'), at(itself, 'product'), query);
    }
  }
});
