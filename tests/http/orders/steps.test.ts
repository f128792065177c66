import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { at, codesOf, type JsonObject, mutationText, numberAt } from '../client.ts';
import { service, world } from '../world.ts';
import { idOf, newProduct, ORDER, orderIn, orderOf, type ReachedState } from './shop.ts';
import { holdsForEveryone } from './strangers.ts';

const ours = await world();
const productId = await newProduct(ours);
const lines = [{ productId, quantity: 2 }];

const STEPS: readonly {
  readonly field: string;
  readonly from: readonly ReachedState[];
  readonly to: ReachedState;
}[] = [
  { field: 'confirmOrder', from: ['DRAFT'], to: 'CONFIRMED' },
  { field: 'shipOrder', from: ['CONFIRMED'], to: 'SHIPPED' },
  { field: 'deliverOrder', from: ['SHIPPED'], to: 'DELIVERED' },
  { field: 'returnOrder', from: ['DELIVERED'], to: 'RETURNED' },
  { field: 'cancelOrder', from: ['DRAFT', 'CONFIRMED'], to: 'CANCELLED' },
];

const ALLOWED: Readonly<Record<ReachedState, readonly ReachedState[]>> = {
  DRAFT: ['CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['DELIVERED'],
  DELIVERED: ['RETURNED'],
  RETURNED: [],
  CANCELLED: [],
};
const STATES: readonly ReachedState[] = [
  'DRAFT',
  'CONFIRMED',
  'SHIPPED',
  'DELIVERED',
  'RETURNED',
  'CANCELLED',
];

function send(field: string, input: JsonObject) {
  return ours.send(mutationText(field, `order { ${ORDER} }`), { input });
}

async function eventsOf(orderId: string): Promise<string[]> {
  const rows = await query<{ type: string }>(
    service.db,
    `select type from events where organization_id = $1 and environment = $2
       and data ->> 'orderId' = $3 order by id`,
    [ours.scope.organizationId, ours.scope.environment, orderId],
  );
  return rows.map(({ type }) => type);
}

for (const { field, from, to } of STEPS) {
  const [before = 'DRAFT'] = from;
  const input = async () => ({ id: idOf(await orderIn(ours, before, { lines })) });
  holdsForEveryone(ours, {
    field,
    text: mutationText(field, `order { ${ORDER} }`),
    input,
    otherInput: input,
    namesOwn: true,
  });

  test(`${field} leads from ${from.join(' or ')} to ${to}, with its event`, async () => {
    for (const state of from) {
      const { id } = { id: idOf(await orderIn(ours, state, { lines })) };
      const order = await orderOf(ours, field, { id });
      assert.equal(at(order, 'state'), to);
      assert.equal((await eventsOf(id)).at(-1), `order.${to.toLowerCase()}`);
    }
  });

  test(`${field} is refused in every other state, which is named with what may follow`, async () => {
    for (const state of STATES.filter((each) => !from.includes(each))) {
      const order = await orderIn(ours, state, { lines });
      const { errors } = await send(field, { id: idOf(order) });
      assert.deepEqual(codesOf({ errors }), ['CONFLICT'], state);
      assert.equal(at(errors[0]?.extensions, 'state'), state);
      assert.deepEqual(at(errors[0]?.extensions, 'allowed'), ALLOWED[state]);
    }
  });

  test(`${field} refuses a version that is no longer current`, async () => {
    const order = await orderIn(ours, before, { lines });
    const version = numberAt(order, 'version');
    const stale = await send(field, { id: idOf(order), expectedVersion: version + 1 });
    assert.deepEqual(codesOf(stale), ['CONFLICT']);
    assert.equal(at(stale.errors[0]?.extensions, 'currentVersion'), version);
    const fresh = await orderOf(ours, field, { id: idOf(order), expectedVersion: version });
    assert.equal(at(fresh, 'version'), version + 1);
  });

  test(`${field} says which argument is wrong`, async () => {
    const both = await send(field, { id: 'ord_x', externalId: 'x' });
    assert.deepEqual(codesOf(both), ['BAD_USER_INPUT']);
    assert.deepEqual(at(both.errors[0]?.extensions, 'problems', 0, 'path'), ['input']);
    assert.deepEqual(codesOf(await send(field, { id: 'prod_x' })), ['NOT_FOUND']);
    assert.deepEqual(codesOf(await send(field, { externalId: 'nothing' })), ['NOT_FOUND']);
  });
}
