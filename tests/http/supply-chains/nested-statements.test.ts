import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, dataOf, textAt } from '../client.ts';
import { assertNoMoreStatements, statementsOf } from '../statements.ts';
import { type World, world } from '../world.ts';

/**
 * A nested query sends as many statements for many supply chains as for few. Lists by name: lists by creation
 * send more while rows are new.
 */

const QUERIES = {
  'supply chains with all that hangs on them': `{ supplyChains(first: 20, sortBy: { field: NAME }) { edges { node {
    geoJson cycles { keys } product { name } facilities { key } flows { from transportLegs { distanceKm } }
    versions(first: 2) { totalCount edges { node { version facilities { key } flows { from } } } }
  } } } }`,
  'products → supply chain → facilities': `{ products(first: 20, sortBy: { field: NAME }) { edges { node {
    supplyChain { name facilities { key energyMix { share } } product { name } } } } } }`,
};

async function clientOfNew(supplyChains: number): Promise<World> {
  const client = await world({ tier: 'ENTERPRISE' });
  for (let number = 1; number <= supplyChains; number += 1) await fill(client, `Chain ${number}`);
  return client;
}

/** A product with a supply chain in its third version. */
async function fill({ send }: Client, name: string): Promise<void> {
  const product = await send(
    'mutation ($name: String!) { createProduct(input: { name: $name }) { product { id } } }',
    { name },
  );
  const productId = textAt(product, 'createProduct', 'product', 'id');
  const facilities = [
    { key: 'a', name: 'A', tier: 0, country: 'FR' },
    { key: 'b', name: 'B', tier: 1, country: 'PT' },
  ];
  const flows = [{ from: 'b', to: 'a', quantity: 1, transportLegs: [{ method: 'ROAD' }] }];
  const input = { name, externalId: name, productId, facilities, flows };
  dataOf(
    await send(
      `mutation ($input: CreateSupplyChainInput!, $first: UpdateSupplyChainInput!, $second: UpdateSupplyChainInput!) {
        createSupplyChain(input: $input) { supplyChain { id } }
        first: updateSupplyChain(input: $first) { supplyChain { id } }
        second: updateSupplyChain(input: $second) { supplyChain { id } }
      }`,
      {
        input,
        first: { externalId: name, tags: ['first'] },
        second: { externalId: name, tags: ['second'] },
      },
    ),
  );
}

const few = await clientOfNew(2);
const many = await clientOfNew(15);

for (const [name, document] of Object.entries(QUERIES)) {
  test(`${name}: as many statements for many as for few`, async () => {
    const statements = await statementsOf(few, document);
    assert.ok(statements > 1 && statements < 10, `${statements} statements`);
    await assertNoMoreStatements(many, document, statements);
  });
}
