import { before, test } from 'node:test';
import { CLIENTS, prepareClients, runClient } from '../clients/clients.ts';
import { roundsOf } from './share.ts';

before(prepareClients);

for (const [name, program] of Object.entries(CLIENTS)) {
  test(`a shop with many products and carts works with ${name}`, async () => {
    await runClient(program, { products: roundsOf(500), carts: roundsOf(200) });
  });
}
