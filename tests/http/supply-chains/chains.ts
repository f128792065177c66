import { at, type Json, type JsonObject, textAt } from '../client.ts';
import type { World } from '../world.ts';

/** Fixtures of the supply chain tests: a T-shirt from the field to the shop. */

const FIELDS = `id externalId name description tags countries facilityCount flowCount version
  createdAt updatedAt product { id name } cycles { keys }
  facilities {
    key name tier activity country coordinates { latitude longitude } supplier unit material
    factorId energyMix { source share } energyKwhPerUnit waterLitresPerUnit yield isInCycle
  }
  flows {
    from to quantity unit isInCycle
    transportLegs { method vehicleClass from to distanceKm distanceSource distanceReason massKg refrigerated factorId }
  }`;
export const CREATE = `mutation ($input: CreateSupplyChainInput!) {
  createSupplyChain(input: $input) { supplyChain { ${FIELDS} } }
}`;
export const UPDATE = `mutation ($input: UpdateSupplyChainInput!) {
  updateSupplyChain(input: $input) { supplyChain { ${FIELDS} } }
}`;
export const DELETE = `mutation ($input: DeleteSupplyChainInput!) {
  deleteSupplyChain(input: $input) { deletedSupplyChainId supplyChain { externalId version } }
}`;
export const READ = `query ($id: ID, $externalId: String) {
  supplyChain(id: $id, externalId: $externalId) { ${FIELDS} }
}`;
export const LIST = `query ($filter: SupplyChainFilter, $sortBy: SupplyChainSort, $first: Int, $after: String) {
  supplyChains(filter: $filter, sortBy: $sortBy, first: $first, after: $after) {
    totalCount totalCountIsExact pageInfo { hasNextPage endCursor } edges { node { name } }
  }
}`;

export const SHIRT = {
  name: 'Cotton T-shirt',
  externalId: 'shirt',
  tags: ['summer'],
  facilities: [
    { key: 'shop', name: 'Shop', tier: 0, country: 'FR', unit: 'PIECE' },
    {
      key: 'mill',
      name: 'Spinning mill',
      tier: 1,
      activity: 'spinning',
      country: 'PT',
      coordinates: { latitude: 41.44, longitude: -8.29 },
      supplier: 'Fios do Minho',
      energyMix: [
        { source: 'GRID_ELECTRICITY', share: 0.7 },
        { source: 'SOLAR', share: 0.3 },
      ],
      energyKwhPerUnit: 3.2,
      waterLitresPerUnit: 12,
      yield: 0.92,
    },
    { key: 'farm', name: 'Cotton farm', tier: 2, country: 'TR', material: 'cotton fibre' },
  ],
  flows: [
    {
      from: 'farm',
      to: 'mill',
      quantity: 1,
      transportLegs: [{ method: 'SEA', from: 'TR', to: 'PTLEI' }, { method: 'ROAD' }],
    },
    {
      from: 'mill',
      to: 'shop',
      quantity: 0.16,
      transportLegs: [{ method: 'ROAD', distanceKm: 1650 }],
    },
    { from: 'mill', to: 'mill', quantity: 0.05 },
  ],
};

export async function created({ send }: World, input: JsonObject = SHIRT): Promise<string> {
  return textAt(await send(CREATE, { input }), 'createSupplyChain', 'supplyChain', 'id');
}

export async function productOf({ send }: World): Promise<string> {
  const answer = await send(
    'mutation { createProduct(input: { name: "T-shirt" }) { product { id } } }',
  );
  return textAt(answer, 'createProduct', 'product', 'id');
}

export function namesIn(list: Json | undefined): (Json | undefined)[] {
  const edges = at(list, 'supplyChains', 'edges');
  return Array.isArray(edges) ? edges.map((edge: Json) => at(edge, 'node', 'name')) : [];
}
