import { readFile } from 'node:fs/promises';
import type {
  Component,
  DeclaredUnit,
  EndOfLife,
  Lifetime,
  Packaging,
  ProcessStep,
  SectorTag,
  TransportLeg,
  UseProfile,
} from '@trackway/engine';
import { minorUnits } from '../../platform/money.ts';
import type { CartState } from '../carts/index.ts';
import type { CustomerDraft } from '../customers/index.ts';
import type { OrderState, WantedOrder } from '../orders/index.ts';
import type { ProductDraft, ProductStatus } from '../products/index.ts';
import type { SupplyChainInput } from '../supply-chains/index.ts';
import type { Transaction } from '../transactions/index.ts';

const FOLDER = new URL('../../../../data/sandbox/', import.meta.url);

/** A product of `data/sandbox/products.json`, in the form of the inventory file. */
type MockProduct = {
  readonly externalId: string;
  readonly name: string;
  readonly description: string;
  readonly sku: string;
  readonly gtin: string;
  readonly status: ProductStatus;
  readonly sectorTags: readonly SectorTag[];
  readonly tags: readonly string[];
  readonly price: MockMoney;
  readonly declaredUnit: DeclaredUnit;
  readonly netMassKg?: number;
  readonly components?: readonly Component[];
  readonly packaging?: readonly Packaging[];
  readonly processSteps?: readonly ProcessStep[];
  readonly transportLegs?: readonly TransportLeg[];
  readonly useProfile?: UseProfile;
  readonly endOfLife?: EndOfLife;
  readonly lifetime?: Lifetime;
};

/** The mock products, the same for every organization. */
export async function mockProducts(): Promise<ProductDraft[]> {
  const { products }: { products: MockProduct[] } = await contentOf('products.json');
  return products.map(draftOf);
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

function draftOf(mock: MockProduct): ProductDraft {
  const { price, declaredUnit } = mock;
  return {
    externalId: mock.externalId,
    name: mock.name,
    description: mock.description,
    sku: mock.sku,
    gtin: mock.gtin,
    status: mock.status,
    sectorTags: mock.sectorTags,
    tags: mock.tags,
    imageUrls: [],
    declaredAmount: declaredUnit.amount,
    declaredUnit: declaredUnit.unit,
    netMassKg: mock.netMassKg ?? null,
    priceMinor: minorUnits(price.amount, price.currencyCode) ?? null,
    priceCurrency: price.currencyCode,
    isMock: true,
    bill: {
      components: mock.components ?? [],
      packaging: mock.packaging ?? [],
      processSteps: mock.processSteps ?? [],
      transportLegs: mock.transportLegs ?? [],
      useProfile: mock.useProfile ?? null,
      endOfLife: mock.endOfLife ?? null,
      lifetime: mock.lifetime ?? null,
    },
  };
}
