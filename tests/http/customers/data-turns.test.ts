import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { registerPersonalData } from '../../../server/src/domains/customers/index.ts';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { WrittenJson } from '../../../server/src/platform/json/index.ts';
import { at, dataOf } from '../client.ts';
import { newCustomer } from '../orders/shop.ts';
import { world } from '../world.ts';

test('what is held about a person is made and written in turns of the event loop', async () => {
  const owner = await world();
  const id = await newCustomer(owner, { name: 'Augusta Lovelace' });
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  /** Turns before each of them. */
  const begun: number[] = [];
  const letter = {
    toJSON() {
      begun.push(turns);
      const until = performance.now() + 10;
      while (performance.now() < until);
      return begun.length;
    },
  };
  registerPersonalData('letters', {
    permission: 'CUSTOMERS_READ',
    load: async (_tenant, customerId) =>
      encodeId('customer', customerId) === id ? Array.from({ length: 10 }, () => letter) : [],
  });
  const read = mock.method(WrittenJson.prototype, 'toJSON');
  const answer = await owner.send('query ($id: ID) { customerData(id: $id) }', { id });
  clearInterval(counting);
  read.mock.restore();
  const letters = at(dataOf(answer), 'customerData', 'letters');
  assert.deepEqual(letters, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.ok(new Set(begun).size >= 4, `turns before the letters: ${begun}`);
  assert.equal(read.mock.callCount(), 0, 'the text is sent as it was written');
});
