import {
  at,
  type Client,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
} from '../client.ts';

/** Fixtures of the order tests: products, and orders brought to a state. */

export const ORDER = `
  id externalId state paymentState version co2eKg estimatedCo2eKg shippingCo2eKg linesWithoutFootprint
  subtotal { amount } shippingPrice { amount } total { amount currencyCode }
  amountCaptured { amount } amountRefunded { amount }
  lines { number name quantity returnedQuantity estimatedCo2eKg co2eKg calculation { id } }`;

export const EUR_10: JsonObject = { amount: '10.00', currencyCode: 'EUR' };

/** Road transport of 100 km. */
export const ROAD: JsonObject = { method: 'ROAD', distanceKm: 100 };

/** A product of 2 kg for EUR 10.00, with a footprint unless it shall be made of nothing known. */
export async function newProduct(
  client: Client,
  product: JsonObject = {},
  hasFootprint = true,
): Promise<string> {
  const input = {
    name: 'Towel',
    netMassKg: 2,
    price: EUR_10,
    components: hasFootprint ? [{ material: 'cotton fibre', massKg: 2 }] : [],
    ...product,
  };
  const id = await sendForId(client, 'createProduct', 'product', input);
  if (hasFootprint) await calculate(client, id);
  return id;
}

export async function newCustomer(client: Client, input: JsonObject = {}): Promise<string> {
  return sendForId(client, 'createCustomer', 'customer', input);
}

/** Calculates the footprint of one unit of the product. */
export async function calculate(client: Client, id: string): Promise<number> {
  const text = mutationText('calculateProductFootprint', 'calculation { co2eKg }');
  const answer = await client.send(text, { input: { productId: id, detail: 'BASIC' } });
  return Number(at(dataOf(answer), 'calculateProductFootprint', 'calculation', 'co2eKg'));
}

/** The order that a mutation gives back, which had better succeed. */
export async function orderOf(client: Client, field: string, input: JsonObject): Promise<Json> {
  const answer = await client.send(mutationText(field, `order { ${ORDER} }`), { input });
  return at(dataOf(answer), field, 'order') ?? null;
}

export type ReachedState =
  | 'DRAFT'
  | 'CONFIRMED'
  | 'SHIPPED'
  | 'DELIVERED'
  | 'RETURNED'
  | 'CANCELLED';

const WAYS: Readonly<Record<ReachedState, readonly string[]>> = {
  DRAFT: [],
  CONFIRMED: ['confirmOrder'],
  SHIPPED: ['confirmOrder', 'shipOrder'],
  DELIVERED: ['confirmOrder', 'shipOrder', 'deliverOrder'],
  RETURNED: ['confirmOrder', 'shipOrder', 'deliverOrder', 'returnOrder'],
  CANCELLED: ['cancelOrder'],
};

/** An order taken to a state, step by step. */
export async function orderIn(
  client: Client,
  state: ReachedState,
  input: JsonObject,
): Promise<Json> {
  let order = await orderOf(client, 'createOrder', input);
  for (const field of WAYS[state]) order = await orderOf(client, field, { id: idOf(order) });
  return order;
}

export function idOf(order: Json): string {
  return String(at(order, 'id'));
}
