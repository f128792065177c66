import { readFile } from 'node:fs/promises';
import type { TransportLeg } from '@trackway/engine';
import type { CartState } from '../carts/index.ts';
import type { CustomerDraft } from '../customers/index.ts';
import type { OrderState, WantedOrder } from '../orders/index.ts';
import { type ProductDraft, type ProductInput, productDraft } from '../products/index.ts';
import type { SupplyChainInput } from '../supply-chains/index.ts';
import type { Transaction } from '../transactions/index.ts';

const FOLDER = new URL('../../../../data/sandbox/', import.meta.url);

/** A product of `data/sandbox/products.json`. */
type MockProduct = ProductInput & { readonly externalId: string };

/** The mock products, the same for every organization. */
export async function mockProducts(): Promise<ProductDraft[]> {
  const { products }: { products: MockProduct[] } = await contentOf('products.json');
  return products.map((input) => ({ ...productDraft(input).draft, isMock: true }));
}

export async function mockCustomers(): Promise<Partial<CustomerDraft>[]> {
  const { customers }: { customers: Partial<CustomerDraft>[] } = await contentOf('customers.json');
  return customers;
}

/** A supply chain, and the externalId of the product it belongs to. */
type MockSupplyChain = SupplyChainInput & { readonly product: string };

export async function mockSupplyChains(): Promise<MockSupplyChain[]> {
  const { supplyChains }: { supplyChains: MockSupplyChain[] } =
    await contentOf('supply-chains.json');
  return supplyChains;
}

export type MockMoney = { readonly amount: string; readonly currencyCode: string };

/** An order in the state it is to reach; customer and products go by their externalIds. */
export type MockOrder = {
  readonly externalId: string;
  readonly state: OrderState;
  readonly placedAt: string;
  readonly customer?: string;
  readonly lines: readonly { readonly product: string; readonly quantity: number }[];
  readonly shippingPrice: MockMoney;
  readonly shippingAddress?: NonNullable<WantedOrder['shippingAddress']>;
  readonly shippingLegs: readonly TransportLeg[];
  /** `parent` is the number of an earlier transaction of the order, from 1. */
  readonly transactions?: readonly {
    readonly type: Transaction['type'];
    readonly state?: Transaction['state'];
    readonly parent?: number;
    readonly amount?: MockMoney;
  }[];
  readonly returned?: {
    readonly lines?: readonly { readonly line: number; readonly quantity: number }[];
    readonly disposition: 'RESTOCK' | 'DESTROY';
  };
};

export async function mockOrders(): Promise<MockOrder[]> {
  const { orders }: { orders: MockOrder[] } = await contentOf('orders.json');
  return orders;
}

/** A cart; one that is checked out goes to the address of its customer. */
type MockCart = Pick<MockOrder, 'externalId' | 'customer' | 'lines'> & {
  readonly state: CartState;
};

export async function mockCarts(): Promise<MockCart[]> {
  const { carts }: { carts: MockCart[] } = await contentOf('carts.json');
  return carts;
}

/** A file of the folder; its types are held by `tests/data/sandbox.test.ts`. */
async function contentOf(file: string) {
  return JSON.parse(await readFile(new URL(file, FOLDER), 'utf8'));
}
