import assert from 'node:assert/strict';
import { getNamedType, isObjectType } from 'graphql';
import { at, type Client, dataOf, type Json, type JsonObject } from '../client.ts';
import { argumentsOf, documentOf } from '../schema/calls.ts';
import { ROOT_FIELDS, type RootField } from '../schema/places.ts';
import type { Walk } from './walk.ts';

/** Asserts what holds for everything that a tenant has, after whatever its clients did. */
export async function assertConsistent({ world, faults, answered, followed }: Walk): Promise<void> {
  assert.deepEqual(faults, []);
  for (const list of LISTS) await assertSameBothWays(world, list);
  const events = await nodesOf(world, EVENTS, 'events');
  const ids = events.map((event) => text(event, 'id'));
  // A reset of the sandbox deletes events, and a job may have ended after the follower.
  const first = followed.indexOf(ids[0] ?? '');
  const sinceReset = followed.slice(first);
  assert.deepEqual(sinceReset, ids.slice(0, sinceReset.length));
  assert.ok(world.scope.environment === 'SANDBOX' || first === 0);
  await assertLastEventsTrue(world, events);
  if (world.scope.environment === 'LIVE') await assertThere(world, answered, events);
  const orders = await nodesOf(world, ORDERS, 'orders');
  for (const order of orders) assertOrderAddsUp(order);
}

/** Those of the tenant's own objects; requests are logged while others are read. */
const LISTS = ROOT_FIELDS.filter(
  ({ root, name, field }) =>
    root === 'query' &&
    /Connection$/.test(getNamedType(field.type).name) &&
    !/^(requests|emissionFactors|usage|search)$/.test(name),
);

async function assertSameBothWays(client: Client, list: RootField): Promise<void> {
  const forward = await cursorsOf(client, list, 'first');
  const backward = await cursorsOf(client, list, 'last');
  assert.deepEqual(forward.cursors, backward.cursors.toReversed(), list.name);
  assert.equal(new Set(forward.cursors).size, forward.cursors.length, list.name);
  if (forward.totalCount !== undefined)
    assert.equal(forward.totalCount, forward.cursors.length, `totalCount of ${list.name}`);
}

async function cursorsOf(client: Client, list: RootField, way: 'first' | 'last') {
  const type = getNamedType(list.field.type);
  const hasCount = isObjectType(type) && 'totalCount' in type.getFields();
  const selection = `{ ${hasCount ? 'totalCount' : ''} edges { cursor }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const [more, from, next] =
    way === 'first'
      ? ['hasNextPage', 'after', 'endCursor']
      : ['hasPreviousPage', 'before', 'startCursor'];
  const cursors: string[] = [];
  for (let cursor: Json = null; ; ) {
    const args: JsonObject = { ...argumentsOf(list, new Map()), [way]: 9, [from]: cursor };
    const page: Json | undefined = dataOf(
      await client.send(documentOf(list, args, selection), args),
    )[list.name];
    const found = listAt(page, 'edges').map((edge) => text(edge, 'cursor'));
    cursors.push(...(way === 'first' ? found : found.toReversed()));
    cursor = at(page, 'pageInfo', next) ?? null;
    if (at(page, 'pageInfo', more) !== true) return { cursors, totalCount: at(page, 'totalCount') };
  }
}

const EVENTS = `query ($after: String) { events(first: 100, after: $after) {
  nodes { id type data } pageInfo { endCursor hasNextPage } } }`;
const MONEY = '{ amount currencyCode }';
const ORDERS = `query ($after: String) { orders(first: 20, after: $after) {
  nodes { id co2eKg subtotal ${MONEY} discountTotal ${MONEY} shippingPrice ${MONEY} taxTotal ${MONEY} tips ${MONEY}
    total ${MONEY} amountCaptured ${MONEY} amountRefunded ${MONEY}
    lines { quantity returnedQuantity total ${MONEY} }
    footprintLedger(first: 100) { nodes { kind co2eKg } }
    transactions(first: 100) { nodes { type state amount ${MONEY} } } }
  pageInfo { endCursor hasNextPage } } }`;

async function nodesOf({ send }: Client, query: string, field: string): Promise<Json[]> {
  const nodes: Json[] = [];
  for (let after: Json = null; ; ) {
    const page: Json | undefined = dataOf(await send(query, { after }))[field];
    nodes.push(...listAt(page, 'nodes'));
    after = at(page, 'pageInfo', 'endCursor') ?? null;
    if (at(page, 'pageInfo', 'hasNextPage') !== true) return nodes;
  }
}

const STATE = `query ($id: ID!) { node(id: $id) {
  ... on Product { externalId name }
  ... on SupplyChain { version externalId }
  ... on Customer { externalId }
  ... on Order { version externalId state paymentState co2eKg total ${MONEY} }
  ... on DPP { version externalId }
} }`;

/** Somebody who knows a tenant by its events alone knows what it has. */
async function assertLastEventsTrue({ send }: Client, events: readonly Json[]): Promise<void> {
  const last = new Map(events.map((event) => [subjectOf(event), event]));
  for (const [id, event] of last) {
    if (id === undefined) continue;
    const node = at(dataOf(await send(STATE, { id })), 'node');
    if (/\.deleted$/.test(text(event, 'type'))) {
      // A customer who was erased stays without a name.
      assert.equal(at(node, 'externalId') ?? null, null, JSON.stringify(event));
      continue;
    }
    assert.ok(node, JSON.stringify(event));
    for (const [name, is] of Object.entries(node)) {
      const said = at(event, 'data', name);
      if (
        said !== undefined &&
        !NOT_OF_ITS_EVENTS.has(`${text(event, 'type').split('.')[0]} ${name}`)
      )
        assert.deepEqual(said, is, `${name} of ${id} after ${JSON.stringify(event)}`);
    }
  }
}

/** Others go with what they belong to. */
const OF_ITS_OWN = /^(prod|sc|cus|cart|ord|txn|dpp|calc|job)_/;
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
const NODES_AT_ONCE = 100;

/** An object that a client was answered with is there, unless an event says that it was deleted. */
async function assertThere(
  { send }: Client,
  answered: Iterable<string>,
  events: readonly Json[],
): Promise<void> {
  const deleted = new Set(
    events.filter((event) => /\.deleted$/.test(text(event, 'type'))).map(subjectOf),
  );
  const ids = [...answered].filter((id) => OF_ITS_OWN.test(id) && !deleted.has(id));
  for (let first = 0; first < ids.length; first += NODES_AT_ONCE) {
    const some = ids.slice(first, first + NODES_AT_ONCE);
    const nodes = listAt(dataOf(await send(NODES, { ids: some })), 'nodes');
    const found = nodes.map((node) => at(node, 'id'));
    assert.deepEqual(found, some);
  }
}

/** Payments are announced by events of transactions, which name the order. */
const NOT_OF_ITS_EVENTS: ReadonlySet<string> = new Set(['order version', 'order paymentState']);

/** The id of the object that an event is about, such as `orderId` of `order.created`. */
function subjectOf(event: Json): string | undefined {
  const [kind = ''] = text(event, 'type').split('.');
  const name = kind.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
  const id = at(event, 'data', `${name}Id`);
  return typeof id === 'string' && /^(prod|cus|sc|ord|dpp)_/.test(id) ? id : undefined;
}

/** Amounts are decimals: their sum as floating-point numbers is off by less than this. */
const ROUNDING = 1e-9;

function assertOrderAddsUp(order: Json): void {
  const assertEqual = (actual: number, expected: number) =>
    assert.ok(
      Math.abs(actual - expected) < ROUNDING,
      `${actual} is not ${expected}: ${JSON.stringify(order)}`,
    );
  const of = (name: string, place: Json = order) => Number(at(place, name, 'amount'));
  const sum = (items: readonly Json[], value: (item: Json) => number) =>
    items.reduce<number>((total, item) => total + value(item), 0);
  const total =
    of('subtotal') - of('discountTotal') + of('shippingPrice') + of('taxTotal') + of('tips');
  assertEqual(of('total'), total);
  const lines = listAt(order, 'lines');
  assertEqual(
    of('subtotal'),
    sum(lines, (line) => of('total', line)),
  );
  for (const line of lines)
    assert.ok(Number(at(line, 'returnedQuantity')) <= Number(at(line, 'quantity')));
  const entries = listAt(at(order, 'footprintLedger'), 'nodes').filter(
    (entry) => !/CONTRIBUTION/.test(text(entry, 'kind')),
  );
  assertEqual(
    Number(at(order, 'co2eKg')),
    sum(entries, (entry) => Number(at(entry, 'co2eKg'))),
  );
  const moved = (type: string) =>
    sum(
      listAt(at(order, 'transactions'), 'nodes').filter(
        (each) => at(each, 'type') === type && at(each, 'state') === 'SUCCEEDED',
      ),
      (each) => of('amount', each),
    );
  assertEqual(of('amountCaptured'), moved('CAPTURE'));
  assertEqual(of('amountRefunded'), moved('REFUND'));
  assert.ok(of('amountRefunded') <= of('amountCaptured') && of('amountCaptured') <= of('total'));
}

function listAt(value: Json | undefined, name: string): readonly Json[] {
  const list: Json | undefined = at(value, name);
  assert.ok(Array.isArray(list), `${name} of ${JSON.stringify(value)}`);
  return list;
}

function text(value: Json | undefined, name: string): string {
  return String(at(value, name));
}
