import { type Client, dataOf, type Json, type JsonObject, textAt } from '../client.ts';

/** What tests of orders begin with: products, orders in a state, and the answers of their steps. */

export const ORDER = `
  id externalId state paymentState version co2eKg estimatedCo2eKg shippingCo2eKg linesWithoutFootprint
  total { amount currencyCode } amountCaptured { amount } amountRefunded { amount }
  lines { number name quantity returnedQuantity estimatedCo2eKg co2eKg }`;

/** A product of the given mass and price whose footprint is one kg of steel times its mass. */
export async function newProduct(
  client: Client,
  product: JsonObject = {},
  isCalculated = true,
): Promise<string> {
  const created = await client.send(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
    {
      input: {
        name: 'Pan',
        netMassKg: 2,
        price: { amount: '10.00', currencyCode: 'EUR' },
        components: [{ material: 'cotton fibre', massKg: 2 }],
        ...product,
      },
    },
  );
  const id = textAt(created, 'createProduct', 'product', 'id');
  if (isCalculated) await calculate(client, id);
  return id;
}

export async function calculate(client: Client, productId: string): Promise<void> {
  dataOf(
    await client.send(
      'mutation ($id: ID!) { calculateProductFootprint(input: { productId: $id, detail: BASIC }) { calculation { id } } }',
      { id: productId },
    ),
  );
}

/** Runs a mutation of orders and gives its answer. */
export function mutateOrder(client: Client, field: string, input: JsonObject, headers = {}) {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  return client.send(
    `mutation ($input: ${type}!) { ${field}(input: $input) { order { ${ORDER} } } }`,
    { input },
    headers,
  );
}

export type ShownOrder = {
  readonly id: string;
  readonly answer: JsonObject;
  readonly number: (name: string) => number;
};

/** The order that a mutation gives back, which had better succeed. */
export async function orderOf(
  client: Client,
  field: string,
  input: JsonObject,
): Promise<JsonObject> {
  const answer = dataOf(await mutateOrder(client, field, input))[field];
  return objectAt(objectAt(answer ?? null)['order'] ?? null);
}

export function objectAt(value: Json): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${JSON.stringify(value)} is not an object`);
  }
  return Object.fromEntries(Object.entries(value));
}

/** An order taken to a state, step by step. */
export async function orderIn(
  client: Client,
  state: 'DRAFT' | 'CONFIRMED' | 'SHIPPED' | 'DELIVERED',
  input: JsonObject,
): Promise<JsonObject> {
  let order = await orderOf(client, 'createOrder', input);
  const steps = ['confirmOrder', 'shipOrder', 'deliverOrder'];
  const count = ['DRAFT', 'CONFIRMED', 'SHIPPED', 'DELIVERED'].indexOf(state);
  for (const field of steps.slice(0, count)) {
    order = await orderOf(client, field, { id: order['id'] ?? null });
  }
  return order;
}

/** Road transport of 100 km. */
export const ROAD: JsonObject = { method: 'ROAD', distanceKm: 100 };
