import type { Problem } from '../../rules/errors/api-error.ts';
import {
  idProblems,
  notNegativeProblems,
  type Path,
  positiveProblems,
  problem,
  rangeProblems,
  shareProblems,
  sizeProblems,
  textProblems,
} from '../../rules/inputs/problems.ts';
import { type Facility, type Flow, type FlowLeg, type Network, unitOf } from './model.ts';

const MAX_PARTS = 250;
const MAX_KEY = 100;
const MAX_LEGS = 10;
const MAX_TIER = 99;
const SHARE_TOLERANCE = 1e-6;

/** All problems of a network; paths are those of the input. */
export function problemsOf(network: Network): Problem[] {
  const similarKeys = similarKeysIn(network);
  return [
    ...(network.facilities.length === 0
      ? [problem(['facilities'], 'REQUIRED', 'A supply chain has at least one facility.')]
      : []),
    ...sizeProblems(network.facilities, ['facilities'], MAX_PARTS),
    ...network.facilities.flatMap((facility, at) => facilityProblems(facility, ['facilities', at])),
    ...duplicateKeys(network),
    ...sizeProblems(network.flows, ['flows'], MAX_PARTS),
    ...network.flows.flatMap((flow, at) => flowProblems(flow, network, similarKeys, ['flows', at])),
  ];
}

export function facilityProblems(facility: Facility, path: Path): Problem[] {
  const { coordinates, energyMix = [], factorId, material } = facility;
  return [
    ...textProblems(facility.key, [...path, 'key'], MAX_KEY),
    ...textProblems(facility.name, [...path, 'name'], 255),
    ...textProblems(facility.activity, [...path, 'activity'], 255),
    ...textProblems(facility.supplier, [...path, 'supplier'], 255),
    ...rangeProblems(
      facility.tier,
      [...path, 'tier'],
      (tier) => Number.isInteger(tier) && tier >= 0 && tier <= MAX_TIER,
      `A tier is a whole number from 0 to ${MAX_TIER}.`,
    ),
    ...rangeProblems(
      coordinates?.latitude,
      [...path, 'coordinates', 'latitude'],
      (degrees) => Math.abs(degrees) <= 90,
      'A latitude runs from -90 to 90.',
    ),
    ...rangeProblems(
      coordinates?.longitude,
      [...path, 'coordinates', 'longitude'],
      (degrees) => Math.abs(degrees) <= 180,
      'A longitude runs from -180 to 180.',
    ),
    ...rangeProblems(
      facility.yield,
      [...path, 'yield'],
      (share) => share > 0 && share <= 1,
      'A yield is above 0 and at most 1.',
    ),
    ...notNegativeProblems(facility.energyKwhPerUnit, [...path, 'energyKwhPerUnit']),
    ...notNegativeProblems(facility.waterLitresPerUnit, [...path, 'waterLitresPerUnit']),
    ...mixProblems(energyMix, [...path, 'energyMix']),
    ...textProblems(material, [...path, 'material'], 255),
    ...(material !== undefined && factorId !== undefined
      ? [problem(path, 'AT_MOST_ONE', 'A facility has `material` or `factorId`, not both.')]
      : []),
    ...idProblems('factor', 'an emission factor', factorId, [...path, 'factorId']),
  ];
}

function mixProblems(mix: NonNullable<Facility['energyMix']>, path: Path): Problem[] {
  if (mix.length === 0) return [];
  const sum = mix.reduce((total, { share }) => total + share, 0);
  const sources = mix.map(({ source }) => source);
  return [
    ...mix.flatMap(({ share }, at) => shareProblems(share, [...path, at, 'share'])),
    ...(Math.abs(sum - 1) <= SHARE_TOLERANCE
      ? []
      : [problem(path, 'SHARES', `The shares must add up to 1; they add up to ${shown(sum)}.`)]),
    ...sources.flatMap((source, at) =>
      sources.indexOf(source) === at
        ? []
        : [problem([...path, at, 'source'], 'DUPLICATE', `${source} is in the mix twice.`)],
    ),
  ];
}

function duplicateKeys({ facilities }: Network): Problem[] {
  const keys = facilities.map(({ key }) => key);
  return keys.flatMap((key, at) =>
    keys.indexOf(key) === at
      ? []
      : [
          problem(
            ['facilities', at, 'key'],
            'DUPLICATE_KEY',
            `Two facilities have the key "${key}"; flows could not tell them apart.`,
          ),
        ],
  );
}

function flowProblems(
  flow: Flow,
  network: Network,
  similarKeys: (wanted: string) => string[],
  path: Path,
): Problem[] {
  const { facilities } = network;
  const sender = facilities.find(({ key }) => key === flow.from);
  const unit = sender && unitOf(sender, network);
  return [
    ...(['from', 'to'] as const).flatMap((end) =>
      facilities.some(({ key }) => key === flow[end])
        ? []
        : [
            {
              ...problem([...path, end], 'UNKNOWN_KEY', `No facility has the key "${flow[end]}".`),
              suggestions: similarKeys(flow[end]),
            },
          ],
    ),
    ...flowProblemsAlone(flow, path),
    ...(flow.unit === undefined || unit === undefined || flow.unit === unit
      ? []
      : [
          problem(
            [...path, 'unit'],
            'UNIT_MISMATCH',
            `The output of "${flow.from}" is counted in ${unit}, not ${flow.unit}.`,
          ),
        ]),
  ];
}

/** Problems of a flow by itself, without its facilities. */
export function flowProblemsAlone(
  { quantity, transportLegs = [] }: Pick<Flow, 'quantity' | 'transportLegs'>,
  path: Path,
): Problem[] {
  return [
    ...positiveProblems(quantity, [...path, 'quantity']),
    ...sizeProblems(transportLegs, [...path, 'transportLegs'], MAX_LEGS),
    ...transportLegs.flatMap((leg, at) => legProblems(leg, [...path, 'transportLegs', at])),
  ];
}

function legProblems(leg: FlowLeg, path: Path): Problem[] {
  return [
    ...notNegativeProblems(leg.distanceKm, [...path, 'distanceKm']),
    ...positiveProblems(leg.massKg, [...path, 'massKg']),
  ];
}

/** Finds keys that were perhaps meant: those that differ in case or blanks only, or contain one another. */
function similarKeysIn({ facilities }: Network): (wanted: string) => string[] {
  const known = facilities.map(({ key }) => ({ key, bare: normalizedKey(key) }));
  return (wanted) => {
    const meant = wanted.length > MAX_KEY ? '' : normalizedKey(wanted);
    return known
      .filter(({ bare }) => meant !== '' && (bare.includes(meant) || meant.includes(bare)))
      .map(({ key }) => key)
      .slice(0, 3);
  };
}

function normalizedKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Without the noise of binary fractions: 0.1 + 0.2 reads 0.3. */
function shown(value: number): number {
  return Number(value.toPrecision(9));
}
