import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { calculateBasic, type Product } from '@trackway/engine';
import { parse } from 'csv-parse/sync';
import { loadCatalogueFromFiles, loadGazetteer } from '../../server/src/domains/factors/index.ts';
import { gtinProblem } from '../../server/src/domains/products/gtin.ts';
import {
  type SupplyChainInput,
  writtenSupplyChain,
} from '../../server/src/domains/supply-chains/index.ts';

const DATA = `${import.meta.dirname}/../../data`;

type MockProduct = Omit<Product, 'id'> & {
  readonly externalId: string;
  readonly sku: string;
  readonly gtin: string;
  readonly price: { readonly amount: string; readonly currencyCode: string };
};

type MockOrder = {
  readonly state: string;
  readonly customer?: string;
  readonly lines: readonly { readonly product: string; readonly quantity: number }[];
};

function contentOf(file: string): string {
  return readFileSync(`${DATA}/sandbox/${file}`, 'utf8');
}

const { products }: { products: MockProduct[] } = JSON.parse(contentOf('products.json'));
const { customers }: { customers: { externalId: string; email: string }[] } = JSON.parse(
  contentOf('customers.json'),
);
const { orders }: { orders: MockOrder[] } = JSON.parse(contentOf('orders.json'));
const { carts }: { carts: MockOrder[] } = JSON.parse(contentOf('carts.json'));
const { supplyChains }: { supplyChains: (SupplyChainInput & { product: string })[] } = JSON.parse(
  contentOf('supply-chains.json'),
);
const map: Record<string, string>[] = parse(
  readFileSync(`${DATA}/reference/material-factor-map.csv`),
  { columns: true },
);

test('about sixty products over more than six sectors, the 25 garments among them', () => {
  assert.equal(products.length, 64);
  assert.ok(new Set(products.flatMap((product) => product.sectorTags ?? [])).size >= 12);
  const garments = products.filter((product) => product.sectorTags?.includes('APPAREL'));
  assert.equal(garments.length, 25);
});

test('external ids, SKUs and GTINs are unique, the GTINs valid and of the demonstration prefix', () => {
  for (const key of ['externalId', 'sku', 'gtin'] as const) {
    assert.equal(new Set(products.map((product) => product[key])).size, products.length, key);
  }
  for (const { gtin } of products) {
    assert.equal(gtinProblem(gtin), undefined, gtin);
    assert.ok(gtin.startsWith('952'), gtin);
  }
});

test('every material is a name of the material map', () => {
  const names = new Set(map.map((row) => row['material']));
  for (const product of products) {
    for (const part of [...(product.components ?? []), ...(product.packaging ?? [])]) {
      if (part.factorId === undefined) {
        assert.ok(names.has(part.material ?? ''), `${product.externalId}: ${part.material}`);
      }
    }
  }
});

test('every product has a footprint, without a factor that is missing', async () => {
  const { library } = await loadCatalogueFromFiles();
  for (const product of products) {
    const { co2eKg } = calculateBasic({ id: product.externalId, ...product }, library);
    assert.ok(co2eKg > 0.01 && co2eKg < 500, `${product.externalId}: ${co2eKg}`);
  }
});

test('component masses add up to the net mass', () => {
  for (const product of products) {
    const massKg = (product.components ?? []).reduce((sum, part) => sum + (part.massKg ?? 0), 0);
    assert.ok(
      Math.abs(massKg - (product.netMassKg ?? 0)) < 1e-9,
      `${product.externalId}: ${massKg}`,
    );
  }
});

test('six supply chains without a fault, each of a product, one of them a loop', async () => {
  const gazetteer = await loadGazetteer();
  assert.equal(supplyChains.length, 6);
  for (const { product, ...input } of supplyChains) {
    assert.deepEqual(writtenSupplyChain(input, gazetteer).problems, [], product);
    assert.ok(
      products.some(({ externalId }) => externalId === product),
      product,
    );
  }
});

test('orders and carts are in every state, and name products and customers that exist', () => {
  assert.deepEqual(
    new Set(orders.map(({ state }) => state)),
    new Set(['DRAFT', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'RETURNED', 'CANCELLED']),
  );
  assert.deepEqual(
    new Set(carts.map(({ state }) => state)),
    new Set(['OPEN', 'ABANDONED', 'CHECKED_OUT']),
  );
  const known = new Set([...products, ...customers].map(({ externalId }) => externalId));
  for (const { customer, lines } of [...orders, ...carts]) {
    if (customer !== undefined) assert.ok(known.has(customer), customer);
    for (const { product } of lines) assert.ok(known.has(product), product);
  }
});

test('no mail to a mock customer reaches anybody', () => {
  assert.equal(customers.length, 20);
  for (const { email } of customers) assert.ok(email.endsWith('@example.com'), email);
});
