import type { Component, Packaging } from '@trackway/engine';
import { mapInTurns } from '../../../platform/concurrency/event-loop.ts';
import type { TenantDb } from '../../../platform/database/index.ts';
import { encodeId } from '../../../platform/ids.ts';
import { calculations, findResults, intervalOf, unpackFigures } from '../../calculations/index.ts';
import { type Bill, findBills, type Product } from '../../products/index.ts';
import {
  findNetworks,
  findSupplyChainsOfProducts,
  type Network,
} from '../../supply-chains/index.ts';
import type { DppContent, Json } from '../model.ts';

/** Language of the texts of products, which have no language of their own. */
const LANGUAGE = 'en';

/** Products that are read together: bill, network and result of each have up to a megabyte, and several as objects. */
const READ_TOGETHER = 4;

/** Content of passports as products, bills, supply chains and calculations have it, by product. */
export async function knownContents(
  tenant: TenantDb,
  products: readonly Product[],
): Promise<ReadonlyMap<string, DppContent>> {
  const contents = new Map<string, DppContent>();
  for (let at = 0; at < products.length; at += READ_TOGETHER) {
    const some = await contentsOf(tenant, products.slice(at, at + READ_TOGETHER));
    for (const [id, content] of some) contents.set(id, content);
  }
  return contents;
}

async function contentsOf(
  tenant: TenantDb,
  products: readonly Product[],
): Promise<[id: string, content: DppContent][]> {
  const ids = products.map(({ id }) => id);
  const bills = new Map((await findBills(tenant, ids)).map(({ id, bill }) => [id, bill]));
  const footprints = await footprintsOf(tenant, products);
  const networks = await networksOf(tenant, ids);
  return mapInTurns(products, (product) => [
    product.id,
    withoutGaps({
      ...factsOf(product),
      ...(product.netMassKg === null && product.volumeM3 === null
        ? {}
        : { dimensions: { massKg: product.netMassKg, volumeM3: product.volumeM3 } }),
      facility: facilityOf(product, networks.get(product.id)),
      ...billContent(bills.get(product.id), product),
      footprint: footprints.get(product.id),
    }),
  ]);
}

function factsOf({ name, description, imageUrls, sku }: Product) {
  return {
    name: localized(name),
    description: description === null ? undefined : localized(description),
    images: imageUrls.length === 0 ? undefined : imageUrls,
    modelNumber: sku ?? undefined,
  };
}

function localized(text: string): Json {
  return [{ language: LANGUAGE, text }];
}

/** The facility nearest to the customer that makes something; without a supply chain only the country. */
function facilityOf({ originCountry }: Product, network: Network | undefined): Json | undefined {
  const [nearest] = (network?.facilities ?? [])
    .filter(({ country }) => country !== undefined)
    .toSorted((a, b) => a.tier - b.tier);
  if (nearest === undefined) return originCountry === null ? undefined : { country: originCountry };
  return { id: nearest.key, scheme: 'OTHER', name: nearest.name, country: nearest.country ?? null };
}

function billContent(bill: Bill | undefined, { netMassKg }: Product) {
  const { components = [], packaging = [], lifetime = null } = bill ?? {};
  const massKg =
    netMassKg ?? components.reduce((sum, component) => sum + (component.massKg ?? 0), 0);
  const materials = components
    .filter(({ massKg: mass }) => mass !== undefined)
    .map((component) => materialOf(component, massKg));
  return {
    materials: materials.length === 0 ? undefined : materials,
    packaging: packaging.length === 0 ? undefined : packagingOf(packaging),
    durability: lifetime?.unit === 'YEARS' ? { lifetimeYears: lifetime.value } : undefined,
  };
}

function materialOf(component: Component, productMassKg: number): Json {
  const { name, material, originCountry, massKg = 0, recycledShare } = component;
  const share = productMassKg > 0 ? massKg / productMassKg : 0;
  return withoutGaps({
    name: name ?? material ?? 'component',
    type: name === undefined ? undefined : material,
    origin: originCountry,
    massKg,
    // A product that is lighter than its parts has losses: no share is better than one above 1.
    massFraction: share > 0 && share <= 1 ? rounded(share, 12) : undefined,
    recycledFraction: recycledShare,
  });
}

function packagingOf(packs: readonly Packaging[]): Json {
  const massOf = ({ massKg, unitsPerPack = 1 }: Packaging) => massKg / unitsPerPack;
  const massKg = packs.reduce((sum, pack) => sum + massOf(pack), 0);
  return {
    massKg: rounded(massKg, 6),
    materials: packs.map((pack) =>
      withoutGaps({
        name: pack.name ?? pack.material ?? 'packaging',
        massKg: rounded(massOf(pack), 6),
        recycledFraction: pack.recycledShare,
      }),
    ),
  };
}

/** The footprints of products, frozen: a later calculation does not change them. */
async function footprintsOf(
  tenant: TenantDb,
  products: readonly Product[],
): Promise<ReadonlyMap<string, Json>> {
  const ids = products.flatMap(({ calculationId }) => calculationId ?? []);
  if (ids.length === 0) return new Map();
  const found = await calculations.find(tenant, ids);
  const results = new Map((await findResults(tenant, ids)).map(({ id, packed }) => [id, packed]));
  const footprints = new Map<string, Json>();
  for (const { id, productId, snapshotHash, createdAt } of found) {
    const packed = results.get(id);
    const product = products.find((each) => each.id === productId);
    if (!packed || product === undefined) continue;
    const result = await unpackFigures(packed);
    const { amount, unit } = result.subject.declaredUnit;
    const interval = intervalOf(result);
    const footprint = withoutGaps({
      calculationId: encodeId('calculation', id),
      co2eKg: result.co2eKg,
      co2eKgLow: interval?.lowCo2eKg,
      co2eKgHigh: interval?.highCo2eKg,
      declaredUnit: `${amount} ${unit}`,
      detail: result.detail,
      boundary: BOUNDARIES[product.footprintBasis],
      gwpSet: result.gwp.sets.map(({ gwpSet }) => gwpSet).join(', ') || undefined,
      snapshotHash: snapshotHash ?? undefined,
      calculatedAt: createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length),
      phases: result.phases.map(({ phase, co2eKg }) => ({ phase, co2eKg })),
    });
    footprints.set(product.id, footprint);
  }
  return footprints;
}

const BOUNDARIES: Readonly<Record<Product['footprintBasis'], string>> = {
  BASIC: 'declared inputs only',
  FULL_CRADLE_TO_GATE: 'cradle to gate',
  FULL_CRADLE_TO_SHELF: 'cradle to shelf',
  FULL_CRADLE_TO_GRAVE: 'cradle to grave',
};

/** The newest supply chain of each product. */
async function networksOf(
  tenant: TenantDb,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, Network>> {
  const chains = await findSupplyChainsOfProducts(tenant, productIds);
  if (chains.length === 0) return new Map();
  const references = chains.map(({ id, version }) => ({ supplyChainId: id, version }));
  const networks = new Map(
    (await findNetworks(tenant, references)).map((each) => [each.supplyChainId, each.network]),
  );
  return new Map(
    chains.flatMap(({ id, productId }): [string, Network][] => {
      const network = networks.get(id);
      return network === undefined || productId === null ? [] : [[productId, network]];
    }),
  );
}

type Loose = { readonly [name: string]: Json | undefined };

function withoutGaps(object: Loose): DppContent {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, Json][] =>
      value === undefined || value === null ? [] : [[name, value]],
    ),
  );
}

/** A quotient: no scale has the digits of its division. */
function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
