import { createHash } from 'node:crypto';
import { calculateFull, type Product, seaDistance } from '../../engine/src/index.ts';
import { loadGazetteer } from '../../server/src/domains/factors/load/gazetteer.ts';
import { defaultLibrary } from './default-library.ts';

/**
 * One fresh process of `same-bits.test.ts`: works out sea routes and a footprint for the first time
 * and prints the hash of every bit of them. `routes` leaves the footprint out, which takes longer.
 */
const PAIRS = [
  ['CNSHA', 'NLRTM'],
  ['USLAX', 'USNYC'],
  ['INMUN', 'DEHAM'],
  ['BRSSZ', 'NLRTM'],
] as const;

const LAMP: Product = {
  id: 'lamp',
  name: 'Lamp',
  netMassKg: 1.2,
  components: [
    { material: 'aluminium', massKg: 0.7, recycledShare: 0.3, originCountry: 'MX' },
    { material: 'PP', massKg: 0.5, transportLegs: [{ method: 'SEA', from: 'CN', to: 'US' }] },
  ],
};

const gazetteer = await loadGazetteer();
const routes = PAIRS.flatMap(([from, to]) => {
  const start = gazetteer.port(from);
  const end = gazetteer.port(to);
  if (start === undefined || end === undefined) throw new Error(`${from} or ${to} is not a port.`);
  return [
    seaDistance(gazetteer.seaNetwork, start, end),
    seaDistance(gazetteer.seaNetwork, end, start),
  ];
});
const footprint = process.argv.includes('routes')
  ? undefined
  : calculateFull(LAMP, await defaultLibrary(), { gazetteer, monteCarlo: { seed: 3 } });
process.stdout.write(
  createHash('sha256').update(JSON.stringify({ routes, footprint })).digest('hex'),
);
