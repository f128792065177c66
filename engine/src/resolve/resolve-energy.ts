import type { Factor } from '../factor.ts';
import { desnzRow } from '../library/desnz-rows.ts';
import {
  type ActivityRows,
  FUEL_ROWS,
  HYDROGEN_FACTOR,
  HYDROGEN_KWH_PER_KG,
  SOLAR_FACTOR,
  TECHNOLOGY_FACTORS,
  UK_GRID_ROWS,
} from '../library/energy-rows.ts';
import { PROXY_VARIANCE } from '../library/factor-variance.ts';
import { GLOBAL } from '../library/regions.ts';
import type { Path } from '../path.ts';
import type { EnergyUse } from '../product.ts';
import { recharacterised } from '../recharacterise.ts';
import { chooseGrid, chooseResidualMix, type GridChoice } from './choose-grid.ts';
import {
  addFlow,
  addGap,
  addNamedFlow,
  type Draft,
  decide,
  decideOwn,
  decideSteps,
  type FlowTraits,
  flowsFrom,
  isPlace,
  namedFactor,
  type Place,
  type Quantity,
  readNumber,
  refuse,
} from './draft.ts';
import type { FlowRole } from './resolved.ts';

/**
 * E = kWh · EF(source, country, year), in kg CO2e, well to wheel: what is burnt or generated,
 * losses in distribution and the upstream are flows of their own where the source has them.
 */
export function resolveEnergy(
  draft: Draft,
  place: Place,
  use: EnergyUse,
  own: EnergyTraits = {},
): void {
  const geography = use.country;
  const traits = { ...own, geography };
  const energyKwh = readNumber(draft, [...place.path, 'energyKwh'], use.energyKwh);
  if (!isPlace(draft, [...place.path, 'country'], use.country)) return;
  if (energyKwh === undefined) return;
  if (use.factorId !== undefined) {
    const factor = namedFactor(draft, [...place.path, 'factorId'], use.factorId);
    if (factor) addNamedFlow(draft, place, factor, { amount: energyKwh, unit: 'kWh' }, traits);
    return;
  }
  const rows = FUEL_ROWS[use.source];
  if (use.source === 'GRID_ELECTRICITY') addGrid(draft, place, energyKwh, geography, own);
  else if (use.source === 'RENEWABLE_ELECTRICITY_CERTIFIED') {
    addCertified(draft, place, energyKwh, geography, own);
  } else if (rows) addRows(draft, place, rows, { amount: energyKwh, unit: rows.unit }, traits);
  else if (!addTechnology(draft, place, use, energyKwh, own)) refuseSource(draft, place, use);
}

type EnergyTraits = Pick<FlowTraits, 'pedigree' | 'isDeclaredUse'>;

/** The rows of one activity, each in the edition that serves it best; a mix of fuels of another place is no more sure than a proxy. */
export function addRows(
  draft: Draft,
  place: Place,
  rows: ActivityRows,
  quantity: Quantity,
  traits: FlowTraits = {},
): void {
  const wanted: readonly (readonly [FlowRole, string | undefined])[] = [
    ['DIRECT', rows.direct],
    ['LOSSES', rows.losses],
    ...rows.upstream.map((row): readonly [FlowRole, string] => ['UPSTREAM', row]),
  ];
  for (const [role, row] of wanted) {
    if (row === undefined) continue;
    const choice = desnzRow(draft.library, row, traits.geography, draft.options.year);
    if (choice === undefined) {
      // Without its main row an activity would be silently too small; a library that lacks
      // only an upstream row says so.
      if (role === 'DIRECT') refuseRow(draft, place, row);
      else addGap(draft, place, lackText(place, role));
      continue;
    }
    const label = `${place.label}${ROLE_LABELS[role]}`;
    const isOtherMix = rows.isMix && choice.factor.geography !== traits.geography;
    const basicVariance = isOtherMix ? PROXY_VARIANCE : traits.basicVariance;
    const known = { ...traits, role, basicVariance };
    const flows = addFlow(draft, { ...place, label }, choice.factor, quantity, known);
    decideSteps(draft, place.path, choice.factor, choice.steps, flows);
  }
}

const ROLE_LABELS: Readonly<Record<FlowRole, string>> = {
  DIRECT: '',
  LOSSES: ', distribution losses',
  UPSTREAM: ', upstream (well to tank)',
};

function lackText(place: Place, role: FlowRole): string {
  return `${place.label}: the library has no row for${ROLE_LABELS[role].slice(1)}.`;
}

export function refuseRow(draft: Draft, place: Place, row: string): void {
  const message = `The library lacks row ${row} of the UK Government conversion factors, which ${place.label} needs.`;
  refuse(draft, place.path, message, 'MISSING_FACTOR');
}

/**
 * Electricity from the grid of a country, with losses and upstream where the source has them. By market it is the
 * organization's residual mix, where it has one of the place: the average counts what certificates sold elsewhere twice.
 */
export function addGrid(
  draft: Draft,
  place: Place,
  energyKwh: number,
  country: string | undefined,
  traits: FlowTraits,
): void {
  const { library, options } = draft;
  const choice = chooseGrid(library, country, options.year);
  if (choice === undefined) {
    const message = 'The library has no factor for grid electricity.';
    refuse(draft, place.path, message, 'MISSING_FACTOR');
    return;
  }
  const first = draft.flows.length;
  const isBoth = options.full !== undefined && traits.accounting === undefined;
  const residual = isBoth ? chooseResidualMix(library, country, options.year) : undefined;
  const accounting = residual === undefined ? traits.accounting : 'LOCATION';
  addGridOf(draft, place, choice, energyKwh, { ...traits, accounting, geography: country });
  if (residual !== undefined) {
    const mixed = { ...place, label: `${place.label}, residual mix` };
    const byMarket: FlowTraits = { ...traits, accounting: 'MARKET', geography: country };
    addGridOf(draft, mixed, residual, energyKwh, byMarket);
  } else if (isBoth && options.full?.electricity === 'MARKET') {
    decide(draft, [...place.path, 'source'], NO_RESIDUAL_MIX, flowsFrom(draft, first));
  }
  if (country === undefined) {
    const reason = 'No country is declared: the average grid of the world counts.';
    decide(
      draft,
      [...place.path, 'country'],
      { value: GLOBAL, reason, source: choice.factor.source },
      flowsFrom(draft, first),
    );
  }
}

const NO_RESIDUAL_MIX = {
  value: 'average grid',
  reason:
    'By market: no residual mix is known, so that electricity without certificates counts as the average grid, which has certified electricity in it.',
  source: 'GHG Protocol Scope 2 Guidance, table 6.3',
};

/** One grid with its losses and its upstream; `geography` is the country that it was wanted for. */
function addGridOf(
  draft: Draft,
  place: Place,
  choice: GridChoice,
  energyKwh: number,
  traits: FlowTraits,
): void {
  const { factor, steps, basicVariance } = choice;
  const isOwnGrid = traits.geography !== undefined && steps.length === 0;
  const first = draft.flows.length;
  const quantity = { amount: energyKwh, unit: 'kWh' };
  const isDeclaredUse = traits.isDeclaredUse && isOwnGrid;
  const known = { ...traits, isDeclaredUse, basicVariance };
  if (factor.category === 'UK electricity') {
    addRows(draft, place, UK_GRID_ROWS, quantity, known);
  } else {
    const flows = addFlow(draft, place, factor, quantity, known);
    decideSteps(draft, place.path, factor, steps, flows);
    addGridRest(draft, place, factor, energyKwh, known);
  }
  decideOwn(draft, place.path, choice, flowsFrom(draft, first));
}

/**
 * Losses on the wires of the factor's country with the same factor, and the upstream of fuels where
 * the factor is of the stack alone (eGRID, an organization's own). Ember's intensities have it inside.
 */
function addGridRest(
  draft: Draft,
  place: Place,
  factor: Factor,
  energyKwh: number,
  traits: FlowTraits,
): void {
  const { gridLosses, gridUpstream, ownSetIds } = draft.library;
  const country = factor.geography.slice(0, 2);
  const loss = /^[A-Z]{2}(-|$)/.test(factor.geography) ? gridLosses.get(country) : undefined;
  const lostKwh = energyKwh * ((loss?.deliveredMultiplier ?? 1) - 1);
  if (loss === undefined) {
    const reason = `${place.label}: losses on the wires are not known for ${factor.geography}.`;
    addGap(draft, place, reason);
  } else if (lostKwh > 0) {
    const label = `${place.label}${ROLE_LABELS.LOSSES}`;
    const lost = { amount: lostKwh, unit: 'kWh' };
    addFlow(draft, { ...place, label }, factor, lost, { ...traits, role: 'LOSSES' });
  }
  const isDirect = factor.subcategory.startsWith('eGRID') || ownSetIds.has(factor.setId);
  const upstream = isDirect && gridUpstream.find(({ geography }) => geography === country);
  const { gwpSet } = draft.options;
  if (upstream && gwpSet !== undefined && recharacterised(upstream, gwpSet) === undefined) {
    const reason = `${place.label}: the upstream of the grid is not split by gas and cannot be converted to ${gwpSet}.`;
    addGap(draft, place, reason);
  } else if (upstream) {
    const label = `${place.label}${ROLE_LABELS.UPSTREAM}`;
    const rest: FlowTraits = { ...traits, role: 'UPSTREAM' };
    const generated = { amount: energyKwh + lostKwh, unit: 'kWh' };
    addFlow(draft, { ...place, label }, upstream, generated, rest);
  }
}

/** Electricity of a technology, or hydrogen; returns false for a source that no factor serves. */
function addTechnology(
  draft: Draft,
  place: Place,
  { source, country }: EnergyUse,
  energyKwh: number,
  { pedigree }: EnergyTraits,
): boolean {
  const isHydrogen = source === 'HYDROGEN';
  const sourceId = isHydrogen ? HYDROGEN_FACTOR : TECHNOLOGY_FACTORS[source];
  const factor = sourceId === undefined ? undefined : draft.library.factors.get(sourceId);
  if (factor === undefined) return false;
  const amount = isHydrogen ? energyKwh / HYDROGEN_KWH_PER_KG : energyKwh;
  const traits = { pedigree, geography: country };
  const flows = addFlow(draft, place, factor, { amount, unit: factor.unit }, traits);
  if (isHydrogen) {
    const reason = 'Hydrogen from natural gas, counted by its lower heating value of 33.33 kWh/kg.';
    decideSteps(draft, [...place.path, 'source'], factor, [reason], flows);
  }
  return true;
}

/**
 * Electricity with certificates: by location it is the grid's, by market that of its source over the life cycle
 * (ISO 14067, 6.4.9.4). Which source it is the certificate says, not the declaration: photovoltaics have the largest
 * median of sun, wind and water.
 */
function addCertified(
  draft: Draft,
  place: Place,
  energyKwh: number,
  country: string | undefined,
  traits: EnergyTraits,
): void {
  const first = draft.flows.length;
  addGrid(draft, place, energyKwh, country, { ...traits, accounting: 'LOCATION' });
  const factor = draft.library.factors.get(SOLAR_FACTOR);
  const path = [...place.path, 'source'];
  if (factor === undefined) {
    const reason = `${place.label}: by market, what lies before certified generation has no open factor.`;
    addGap(draft, { ...place, path }, reason);
  } else if (draft.options.full) {
    const { deliveredMultiplier = 1 } =
      draft.library.gridLosses.get(country?.slice(0, 2) ?? '') ?? {};
    const delivered = { amount: energyKwh * deliveredMultiplier, unit: 'kWh' };
    const byMarket: FlowTraits = { ...traits, geography: country, accounting: 'MARKET' };
    addFlow(draft, { ...place, label: `${place.label}, by market` }, factor, delivered, byMarket);
  }
  const reason = `${place.label}: by location, certified electricity is the grid's; by market it counts over its life cycle, as photovoltaics.`;
  const source = 'GHG Protocol Scope 2 Guidance; IPCC AR5, Annex III';
  const value = draft.options.full?.electricity ?? 'LOCATION';
  decide(draft, path, { value, reason, source }, flowsFrom(draft, first));
}

function refuseSource(draft: Draft, place: Place, use: EnergyUse): void {
  const served = ['GRID_ELECTRICITY', ...Object.keys({ ...FUEL_ROWS, ...TECHNOLOGY_FACTORS })];
  refuseUnserved(draft, [...place.path, 'source'], use.source, served);
}

export function refuseUnserved(
  draft: Draft,
  path: Path,
  name: string,
  served: readonly string[],
): void {
  const message = `No open factor serves ${name}; a factorId of your own does.`;
  refuse(draft, path, message, 'MISSING_FACTOR', served);
}
