import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, dataOf, type Json } from '../client.ts';
import { assertNoMoreStatements, statementsOf } from '../statements.ts';
import { type World, world } from '../world.ts';

const SEARCH = `{ search(query: "lamp", first: 50) { totalCount edges { score highlights { html }
  node { ... on Product { name footprint { co2eKg } } ... on Customer { customerName: name } } } } }`;

async function filled(things: number): Promise<World> {
  const shop = await world();
  for (let number = 1; number <= things; number += 1) {
    const name = `Lamp ${number}`;
    for (const kind of ['Product', 'Customer']) {
      const create = `mutation ($input: Create${kind}Input!) { create${kind}(input: $input) { ${kind.toLowerCase()} { id } } }`;
      dataOf(await shop.send(create, { input: { name } }));
    }
  }
  return shop;
}

function assertFound(data: Json): void {
  assert.ok(at(data, 'search', 'edges', 1), 'there is something to read');
}

test('a search sends as many statements for twenty-four results as for four', async () => {
  const few = await statementsOf(await filled(2), SEARCH, assertFound);
  assert.ok(few > 2 && few < 16, `${few} statements`);
  await assertNoMoreStatements(await filled(12), SEARCH, few, assertFound);
});
