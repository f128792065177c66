import {
  type DistanceSource,
  estimateDistance,
  type Gazetteer,
  isLandBetween,
  type Way,
} from '../distance/index.ts';
import { desnzRow } from '../library/desnz-rows.ts';
import { MARINE_GAS_OIL } from '../library/energy-rows.ts';
import { basicVariance } from '../library/factor-variance.ts';
import {
  BARGE_SOURCE_ID,
  CLASSES_BY_METHOD,
  DEFAULT_CLASSES,
  VEHICLE_ROWS,
} from '../library/transport-rows.ts';
import type { TransportLeg } from '../product.ts';
import { convert } from '../units.ts';
import { inWords, type TransportMethod, type VehicleClass } from '../vocabulary.ts';
import {
  addFlow,
  addGap,
  type Draft,
  decide,
  flowsFrom,
  namedFactor,
  OWN_DEFAULT,
  type Place,
  readNumber,
  refuse,
} from './draft.ts';
import { checkLeg } from './plausibility.ts';
import { addRows, refuseUnserved } from './resolve-energy.ts';

/** The declared legs of a place: each is named by its method. */
export function resolveLegs(
  draft: Draft,
  { path, label, phase }: Place,
  legs: readonly TransportLeg[],
  ownMassKg: number | undefined,
): void {
  for (const [at, leg] of legs.entries()) {
    const place = {
      path: [...path, 'transportLegs', at],
      label: `${label}, ${inWords(leg.method)}`,
      phase,
    };
    resolveTransport(draft, place, leg, ownMassKg);
  }
}

/**
 * E = (m / 1000) · d · EF per t.km, in kg CO2e, well to wheel. `ownMassKg` is the mass of what the
 * leg belongs to, gross: a lorry burns fuel for the packaging too.
 */
export function resolveTransport(
  draft: Draft,
  place: Place,
  leg: TransportLeg,
  ownMassKg: number | undefined,
): void {
  const massKg = readNumber(draft, [...place.path, 'massKg'], leg.massKg ?? ownMassKg);
  if (massKg === undefined && leg.massKg === undefined) {
    const message = 'A leg needs massKg here: what it carries has no mass.';
    refuse(draft, [...place.path, 'massKg'], message);
  }
  checkLeg(draft, place, leg);
  const first = draft.flows.length;
  const distance = distanceOf(draft, place, leg);
  if (massKg === undefined || distance === undefined) return;
  addVehicle(draft, place, leg, (massKg / 1000) * distance.km);
  const { km, reason, source } = distance;
  if (reason === undefined) return;
  const value = `${Math.round(km)} km`;
  const path = [...place.path, 'distanceKm'];
  decide(draft, path, { value, reason, source }, flowsFrom(draft, first));
}

function addVehicle(draft: Draft, place: Place, leg: TransportLeg, tonneKm: number): void {
  const { pedigree } = leg;
  if (leg.factorId !== undefined) {
    const factor = namedFactor(draft, [...place.path, 'factorId'], leg.factorId);
    const isAircraft = leg.method === 'AIR';
    if (factor)
      addFlow(draft, place, factor, { amount: tonneKm, unit: 't.km' }, { pedigree, isAircraft });
    return;
  }
  const vehicle = vehicleOf(draft, place, leg);
  if (vehicle === undefined) return;
  const first = draft.flows.length;
  if (vehicle === 'BARGE') addBarge(draft, place, tonneKm, leg);
  else addClass(draft, place, leg, vehicle, tonneKm);
  if (leg.refrigerated && !VEHICLE_ROWS[vehicle]?.refrigerated)
    addCooling(draft, place, leg, vehicle, tonneKm);
  const flows = flowsFrom(draft, first);
  if (leg.method === 'UNKNOWN' || leg.method === 'PARCEL') {
    const reason = `${leg.method} is counted as ${vehicle}.`;
    decide(
      draft,
      [...place.path, 'method'],
      { value: vehicle, reason, source: OWN_DEFAULT },
      flows,
    );
  }
}

function addClass(
  draft: Draft,
  place: Place,
  leg: TransportLeg,
  vehicle: VehicleClass,
  tonneKm: number,
): void {
  const rows = VEHICLE_ROWS[vehicle];
  if (rows === undefined) {
    const served = CLASSES_BY_METHOD[leg.method].filter((other) => VEHICLE_ROWS[other]);
    refuseUnserved(draft, [...place.path, 'vehicleClass'], vehicle, served);
    return;
  }
  const { direct, upstream } = (leg.refrigerated && rows.refrigerated) || rows;
  const activity = { unit: 't.km', direct, upstream: [upstream] };
  const traits = { pedigree: leg.pedigree, isAircraft: leg.method === 'AIR' };
  addRows(draft, place, activity, { amount: tonneKm, unit: 't.km' }, traits);
}

/** As much of a refrigerated t.km as it emits beyond a dry one, where a source has both. */
function addCooling(
  draft: Draft,
  place: Place,
  { pedigree }: TransportLeg,
  vehicle: VehicleClass,
  tonneKm: number,
): void {
  const { refrigerated = '', dry = '' } = VEHICLE_ROWS[vehicle]?.cooling ?? {};
  const { factors } = draft.library;
  const [cooled, plain] = [factors.get(refrigerated), factors.get(dry)];
  const path = [...place.path, 'refrigerated'];
  if (cooled === undefined || plain === undefined) {
    const reason = `${place.label}: no source has a refrigerated ${vehicle}; cooling is not counted. A factor of your own for the leg has it.`;
    addGap(draft, { ...place, path }, reason);
    return;
  }
  const amount = tonneKm * (1 - plain.co2eKgPerUnit / cooled.co2eKgPerUnit);
  const label = `${place.label}, cooling`;
  const flows = addFlow(draft, { ...place, label }, cooled, { amount, unit: 't.km' }, { pedigree });
  const { name: value, source } = cooled;
  const reason =
    'Cooling is what a refrigerated container emits beyond a dry one in the same source.';
  decide(draft, path, { value, reason, source }, flows);
}

function addBarge(draft: Draft, place: Place, tonneKm: number, leg: TransportLeg): void {
  const factor = draft.library.factors.get(BARGE_SOURCE_ID);
  if (factor === undefined) {
    const message = 'The library has no factor for inland waterways.';
    refuse(draft, [...place.path, 'method'], message, 'MISSING_FACTOR');
    return;
  }
  const { library, options } = draft;
  const { pedigree } = leg;
  addFlow(draft, place, factor, { amount: tonneKm, unit: 't.km' }, { pedigree });
  const [burnt, upstream] = [MARINE_GAS_OIL.direct, ...MARINE_GAS_OIL.upstream].map((row) =>
    desnzRow(library, row, undefined, options.year),
  );
  if (burnt === undefined || upstream === undefined) {
    const reason = `${place.label}: the source of waterborne craft has no upstream (well to tank).`;
    addGap(draft, place, reason);
    return;
  }
  const burntKg = convert(tonneKm, 't.km', factor.unit) * factor.co2eKgPerUnit;
  const fuel = { amount: burntKg / burnt.factor.co2eKgPerUnit, unit: MARINE_GAS_OIL.unit };
  const label = `${place.label}, upstream (well to tank)`;
  const traits = { pedigree, role: 'UPSTREAM', basicVariance: basicVariance(factor) } as const;
  const flows = addFlow(draft, { ...place, label }, upstream.factor, fuel, traits);
  const reason =
    'The source of waterborne craft has no upstream: that of marine gas oil with the same emissions counts.';
  const { name: value, source } = upstream.factor;
  decide(draft, [...place.path, 'method'], { value, reason, source }, flows);
}

function vehicleOf(draft: Draft, place: Place, leg: TransportLeg): VehicleClass | undefined {
  const allowed = CLASSES_BY_METHOD[leg.method];
  if (leg.vehicleClass !== undefined && !allowed.includes(leg.vehicleClass)) {
    const message = `${leg.vehicleClass} does not go by ${leg.method}.`;
    refuse(draft, [...place.path, 'vehicleClass'], message, 'BAD_INPUT', allowed);
    return undefined;
  }
  const vehicle = leg.vehicleClass ?? DEFAULT_CLASSES[leg.method];
  if (vehicle === undefined) {
    const served = Object.entries(DEFAULT_CLASSES).flatMap(([name, has]) => (has ? [name] : []));
    refuseUnserved(draft, [...place.path, 'method'], leg.method, served);
  }
  return vehicle;
}

interface Distance {
  readonly km: number;
  /** Reason for the distance, when it was not declared. */
  readonly reason?: string;
  readonly source: string;
}

function distanceOf(draft: Draft, place: Place, leg: TransportLeg): Distance | undefined {
  const path = [...place.path, 'distanceKm'];
  if (leg.distanceKm !== undefined) {
    const km = readNumber(draft, path, leg.distanceKm);
    return km === undefined ? undefined : { km, source: 'declared' };
  }
  const { gazetteer, closedPassages = [] } = draft.options;
  const { method, from, to } = leg;
  const refused = (message: string) => void refuse(draft, path, message);
  if (from === undefined || to === undefined)
    return refused('A leg needs distanceKm, or from and to.');
  if (gazetteer === undefined)
    return refused('Distances cannot be worked out here: declare distanceKm.');
  const estimate = estimateDistance(gazetteer, wayOf(method), from, to, { closedPassages });
  if (estimate === undefined) return refused(unknownText(gazetteer, method, from, to));
  const reason = `${estimate.reason} ${ADJUSTED[method] ?? ''}`.trim();
  return {
    km: adjustedKm(method, estimate.distanceKm),
    reason,
    source: `${SOURCES[estimate.source]}; detours of the GLEC framework v3`,
  };
}

const SOURCES: Readonly<Record<DistanceSource, string>> = {
  COUNTRY_TABLE: 'Ecobalyse (MTES-MCT), distances between countries',
  DOMESTIC_HAUL: 'Statistics of freight',
  GREAT_CIRCLE: 'Coordinates of the places',
  SEA_NETWORK: 'Sea lanes of searoute (Eurostat, ORNL)',
};

function unknownText(gazetteer: Gazetteer, method: TransportMethod, from: string, to: string) {
  if (wayOf(method) === 'LAND' && !isLandBetween(gazetteer, from, to)) {
    return `No land joins ${from} and ${to}: ${method} cannot go there. Declare SEA or AIR legs, with land legs to and from the ports.`;
  }
  return `No distance is known from ${from} to ${to} by ${method}: give codes of countries (DE), ports (DEHAM) or airports (FRA), or distanceKm.`;
}

const wayOf = (method: TransportMethod): Way =>
  method === 'SEA' || method === 'AIR' ? method : 'LAND';

/** Distance adjustment (GLEC framework v3): roads ×1.05, ships ×1.15, aircraft +95 km. */
export function adjustedKm(method: TransportMethod, km: number): number {
  if (method === 'SEA') return km * 1.15;
  if (method === 'AIR') return km + 95;
  return ADJUSTED[method] === undefined ? km : km * 1.05;
}

const DRIVEN = 'Times 1.05 for the way as driven.';
const ADJUSTED: Partial<Readonly<Record<TransportMethod, string>>> = {
  ROAD: DRIVEN,
  PARCEL: DRIVEN,
  UNKNOWN: DRIVEN,
  SEA: 'Times 1.15 for the way as sailed.',
  AIR: 'Plus 95 km for the way as flown.',
};
