import { before, test } from 'node:test';
import { CLIENTS, prepareClients, runClient } from '../clients/clients.ts';

before(prepareClients);

for (const [name, program] of Object.entries(CLIENTS)) {
  test(`a shop with 500 products and 200 carts works with ${name}`, async () => {
    await runClient(program, { products: 500, carts: 200 });
  });
}
