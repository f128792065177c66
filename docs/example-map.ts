import type { MapFacts } from '../server/src/domains/assets/layouts/supply-chain-map.ts';

const PLACES = [
  { key: 'brand', name: 'Halden Outdoor', tier: 0, country: 'NO', at: [11.39, 59.12] },
  { key: 'warehouse', name: 'Central warehouse', tier: 1, country: 'NL', at: [4.48, 51.92] },
  { key: 'sewing', name: 'Costa & Filhos, sewing', tier: 1, country: 'PT', at: [-8.61, 41.15] },
  {
    key: 'knitting',
    name: 'Knitting mill of Guimarães',
    tier: 2,
    country: 'PT',
    at: [-8.3, 41.44],
  },
  { key: 'spinning', name: 'Biella spinning mill', tier: 3, country: 'IT', at: [8.05, 45.57] },
  { key: 'scouring', name: 'Wool scouring', tier: 4, country: 'AU', at: [144.36, -38.15] },
  { key: 'farms', name: 'Merino farms', tier: 5, country: 'AU', at: [134.5, -25.6] },
  { key: 'trims', name: 'Corozo buttons', tier: 2, country: 'EC', at: [-78.2, -1.8] },
] as const;

const FLOWS = [
  ['farms', 'scouring'],
  ['scouring', 'spinning'],
  ['spinning', 'knitting'],
  ['knitting', 'sewing'],
  ['trims', 'sewing'],
  ['sewing', 'warehouse'],
  ['warehouse', 'brand'],
] as const;

const placeOf = (key: string) => {
  const found = PLACES.find((place) => place.key === key);
  if (found === undefined) throw new Error(`There is no place ${key}.`);
  return found.at;
};

/** Example of a supply chain, with places that are invented. */
export const SHIRT_MAP: MapFacts = {
  supplyChainId: 'sc_01h455vb4pex5vsknk084sn02q',
  chainName: 'Merino shirt, long sleeve',
  chainVersion: 3,
  changedOn: '2026-11-20',
  organizationName: 'Halden Outdoor',
  stops: PLACES.map((place) => ({
    ...place,
    isApproximate: place.key === 'farms' || place.key === 'trims',
  })),
  ways: FLOWS.map(([from, to]) => ({ from, to, line: [placeOf(from), placeOf(to)] })),
  unplacedCount: 1,
  isSample: false,
};
