import { before, test } from 'node:test';
import { CLIENTS, checkTypes, prepareClients, runClient } from './clients.ts';

/** Real client libraries do the business of a small shop; tests/endurance has the large one. */

before(prepareClients);

for (const [name, program] of Object.entries(CLIENTS)) {
  test(`a shop works with ${name}`, async () => {
    await runClient(program, { products: 12, carts: 4 });
  });
}

test('the types that graphql-codegen and gql.tada make hold', async () => {
  await checkTypes();
});
