import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { untilFound } from '../../../server/src/platform/testing.ts';
import { at, dataOf, type JsonObject, mutationText, textAt } from '../client.ts';
import { newCustomer, newProduct } from '../orders/shop.ts';
import { service, world } from '../world.ts';
import { tracesOf } from './traces.ts';

const COPIES = 1_200;
/** Most rows of a table that one transaction may erase. */
const PAGE = 500;

const ours = await world();
const { organizationId, environment } = ours.scope;

/** Copies a row, once for each of the ids, with other values in some columns. */
async function copied(table: string, column: string, id: string, ids: string[], values: string) {
  await query(
    service.db,
    `insert into ${table} select (jsonb_populate_record(kept, jsonb_build_object(${values}))).*
     from ${table} kept, unnest($4::uuid[]) as copy (id)
     where organization_id = $1 and environment = $2 and kept.${column} = $3`,
    [organizationId, environment, id, ids],
  );
}

/** A customer with very many orders, each with an address, a payment, events and a stored answer, and as many carts. */
async function regularCustomer(): Promise<string> {
  const customerId = await newCustomer(ours, { name: 'Augusta Lovelace' });
  const productId = await newProduct(ours, {}, false);
  const lines = [{ productId, quantity: 1 }];
  const metadata = { for: 'Augusta' };
  const make = async (
    field: string,
    kind: 'order' | 'transaction' | 'shoppingCart',
    input: JsonObject,
  ) => {
    const headers = { 'Idempotency-Key': `Key of ${kind}`.replaceAll(' ', '-') };
    const answer = await ours.send(mutationText(field, `${kind} { id }`), { input }, headers);
    return decodeId(kind, textAt(answer, field, kind, 'id')) ?? '';
  };
  const shippingAddress = { name: 'Augusta Lovelace', country: 'GB' };
  const named = { externalId: 'augusta', metadata };
  const order = await make('createOrder', 'order', {
    customerId,
    lines,
    shippingAddress,
    ...named,
  });
  const paid = { order: { externalId: 'augusta' }, type: 'CAPTURE', ...named };
  const payment = await make('recordTransaction', 'transaction', paid);
  const cart = await make('createShoppingCart', 'shoppingCart', { customerId, lines, ...named });

  const ids = Array.from({ length: COPIES }, newUuid);
  const externalId = `'external_id', 'augusta-' || copy.id`;
  await copied('orders', 'id', order, ids, `'id', copy.id, ${externalId}`);
  await copied('order_addresses', 'order_id', order, ids, `'order_id', copy.id`);
  await copied(
    'transactions',
    'id',
    payment,
    ids,
    `'id', uuid_v7(), 'order_id', copy.id, ${externalId}`,
  );
  await copied('shopping_carts', 'id', cart, ids, `'id', copy.id, ${externalId}`);
  const event = `'id', uuid_v7(), 'position', nextval('event_positions'), 'object_id', copy.id`;
  await copied('events', 'object_id', order, ids, event);
  const key = `'idempotency_key', copy.id, 'answer', convert_to('augusta of ' || copy.id, 'UTF8')`;
  await copied('idempotency_keys', 'idempotency_key', 'Key-of-order', ids, key);
  return customerId;
}

test('the personal data of very many orders and carts is erased by the page, and then nothing is left', async () => {
  const customerId = await regularCustomer();
  const { send } = ours;
  const erased = await send(mutationText('deleteCustomer', 'customer { name isErasurePending }'), {
    input: { id: customerId },
  });
  assert.deepEqual(at(dataOf(erased), 'deleteCustomer', 'customer'), {
    name: null,
    isErasurePending: true,
  });

  await untilFound(async () => {
    const text = '{ events(filter: { types: ["customer.erased"] }) { nodes { data } } }';
    return at(dataOf(await send(text)), 'events', 'nodes', 0);
  });
  const text = 'query ($id: ID!) { customer(id: $id) { isErasurePending } }';
  const after = await send(text, { id: customerId });
  assert.equal(at(dataOf(after), 'customer', 'isErasurePending'), false);
  assert.deepEqual(await tracesOf(ours.scope, ['Augusta', 'Lovelace']), []);
  for (const table of ['orders', 'shopping_carts', 'transactions', 'events']) {
    const [largest] = await query<{ count: number }>(
      service.db,
      `select count(*)::int as count from ${table} where organization_id = $1 and environment = $2
       group by xmin order by 1 desc limit 1`,
      [organizationId, environment],
    );
    assert.ok(
      Number(largest?.count) <= PAGE,
      `${largest?.count} rows of ${table} in one transaction`,
    );
  }
  const log = await send('{ auditLog(last: 1) { nodes { action actor { kind } } } }');
  assert.deepEqual(at(dataOf(log), 'auditLog', 'nodes', 0), {
    action: 'customer.erasure_completed',
    actor: { kind: 'SYSTEM' },
  });
});
