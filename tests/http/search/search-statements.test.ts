import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import pg from 'pg';
import { at, dataOf } from '../client.ts';
import { type World, world } from '../world.ts';

/** The service runs in this process, and every statement of it goes through here. */
const sent = mock.method(pg.Client.prototype, 'query').mock;

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

/** The fewest of several tries: what the service does by itself now and then is not the query's. */
async function statementsOf(shop: World): Promise<number> {
  const tries: number[] = [];
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const before = sent.callCount();
    const data = dataOf(await shop.send(SEARCH));
    assert.ok(at(data, 'search', 'edges', 1), 'there is something to read');
    tries.push(sent.callCount() - before);
  }
  return Math.min(...tries);
}

test('a search sends as many statements for twenty-four results as for four', async () => {
  const few = await statementsOf(await filled(2));
  assert.ok(few > 2 && few < 16, `${few} statements`);
  assert.equal(await statementsOf(await filled(12)), few);
});
