import { desnzRow } from '../library/desnz-rows.ts';
import { GROUPS, INERT_LANDFILL, LANDFILL_WITH_METHANE } from '../library/material-groups.ts';
import {
  completedBy,
  type DeclaredShares,
  landfillClimate,
  landfillSite,
  type WasteShares,
  type WasteStatistics,
  wasteStatistics,
} from '../library/waste-statistics.ts';
import type { Path } from '../path.ts';
import type { EndOfLife, Product } from '../product.ts';
import type { LifecyclePhase } from '../vocabulary.ts';
import { circularityOf } from './circular.ts';
import {
  addFlow,
  addGap,
  type Draft,
  decide,
  flowsFrom,
  OWN_DEFAULT,
  type Place,
  readNumber,
  refuse,
  type TreatedMass,
} from './draft.ts';
import { addPiece, type EndingInputs, learnPiece } from './memory.ts';
import { inKg } from './plausibility.ts';
import { creditEnergy, creditMass, type EnergyOfWaste } from './resolve-credits.ts';
import { refuseRow } from './resolve-energy.ts';
import { resolveLegs } from './resolve-transport.ts';

/** Lost mass is waste where it is lost: kg · Σ share · EF, in kg CO2e; no credits. */
export function resolveLoss(draft: Draft, mass: TreatedMass, country: string | undefined): void {
  if (!(mass.massKg > 0)) return;
  const lost = { ...mass, label: `${mass.label}, losses` };
  const { shares, label, source } = assumedShares(draft, lost, country);
  const first = draft.flows.length;
  treat(draft, lost, shares, country, 'MANUFACTURING');
  const reason = `${lost.label}: treated as waste (${label}).`;
  const decision = { value: inKg(mass.massKg), reason, source };
  decide(draft, [...mass.path, 'lossRate'], decision, flowsFrom(draft, first));
}

/**
 * Treatment of the product and its packaging: collection for recycling up to sorting, incineration
 * with its fossil carbon, landfill with its methane. Shares are declared; what they leave open follows the
 * statistics of country and material. Credits for replaced material and energy are part of the total with the Circular
 * Footprint Formula, and reported beyond the system, never summed, with cut-off.
 */
export function resolveEndOfLife(
  draft: Draft,
  root: Path,
  product: Product,
  netKg: number | undefined,
): void {
  const profile = product.endOfLife;
  const path = [...root, 'endOfLife'];
  const country = profile?.country ?? product.useProfile?.country;
  addRest(draft, root, netKg);
  const declared = profile === undefined ? undefined : declaredShares(draft, path, profile);
  const energy: EnergyOfWaste = new Map();
  const endings = draft.options.memory?.endings;
  let position = -1;
  for (const mass of draft.masses) {
    position++;
    const own = mass.endOfLife ?? (mass.isPackaging ? undefined : profile);
    const place = own?.country ?? country;
    const known = endings?.[position];
    const isKnown =
      known?.input.mass === mass && known.input.profile === own && known.input.country === place;
    const at = mass.isPackaging ? [...mass.path, 'endOfLife'] : path;
    const shares = () => (own === profile ? declared : own && declaredShares(draft, path, own));
    const energyKwh = isKnown
      ? addPiece(draft, known)
      : endOnce(draft, { position, path: at, shares }, { mass, profile: own, country: place });
    if (energyKwh !== 0) energy.set(place, (energy.get(place) ?? 0) + energyKwh);
  }
  creditEnergy(draft, root, energy);
  const place: Place = { path, label: 'End of life', phase: 'END_OF_LIFE' };
  resolveLegs(draft, place, profile?.transportLegs ?? [], netKg);
}

interface EndingAt {
  readonly position: number;
  readonly path: Path;
  /** Declared shares of the treatments; undefined if none is. */
  readonly shares: () => DeclaredShares | undefined;
}

/** The end of another mass in the place of one that was worked out before. */
export function endAgain(
  draft: Draft,
  root: Path,
  position: number,
  { profile, country, mass }: EndingInputs,
): number {
  const path = mass.isPackaging ? [...mass.path, 'endOfLife'] : [...root, 'endOfLife'];
  const shares = () => profile && declaredShares(draft, [...root, 'endOfLife'], profile);
  return endOnce(draft, { position, path, shares }, { mass, profile, country });
}

/** The end of a mass is worked out once for totals of variants that share it. Returns its energy in kWh. */
function endOnce(
  draft: Draft,
  { position: at, path, shares }: EndingAt,
  input: EndingInputs,
): number {
  const end = () => {
    const { mass: whole, country: place } = input;
    return endMass(draft, wasted(draft, whole), path, { declared: shares(), country: place });
  };
  const { memory, shared } = draft.options;
  if (shared) return shared.ending(draft, input, end);
  return memory ? learnPiece(draft, memory.endings, at, input, end) : end();
}

interface Ending {
  readonly declared: DeclaredShares | undefined;
  readonly country: string | undefined;
}

/** Returns the energy of what is burnt with recovery, in kWh. */
function endMass(
  draft: Draft,
  mass: TreatedMass,
  path: Path,
  { declared, country }: Ending,
): number {
  const first = draft.flows.length;
  const statistics = assumedShares(draft, mass, country);
  const { shares, percent } = declared ? completedBy(statistics, declared) : statistics;
  treat(draft, mass, shares, country, 'END_OF_LIFE');
  const energyKwh = creditMass(draft, mass, shares);
  const openShare = 1 - declaredSum(declared);
  if (openShare > SUM_TOLERANCE) {
    const { label, source } = statistics;
    const reason = declared
      ? `${Math.round(openShare * 100)} % of the end of life of ${mass.label} is not declared: ${label}.`
      : `No end of life is declared for ${mass.label}: ${label}.`;
    decide(draft, path, { value: percent, reason, source }, flowsFrom(draft, first));
  }
  return energyKwh;
}

/**
 * Food and drink are eaten: only the share that consumers waste is treated. The carbon of the rest is
 * breathed out as biogenic CO2, which counts 0 (PEF); no open factor covers its sewage.
 */
function wasted(draft: Draft, mass: TreatedMass): TreatedMass {
  if (mass.group !== 'FOOD' || mass.isPackaging) return mass;
  const reason = `${mass.label} is eaten: ${CONSUMER_LOSS * 100} % of it is wasted by consumers; the carbon of the rest is biogenic and counts 0.`;
  decide(
    draft,
    [...mass.path, 'wastedShare'],
    { value: CONSUMER_LOSS, reason, source: CONSUMER_LOSS_SOURCE },
    [],
  );
  const gap = `${mass.label}: no open factor covers the sewage of what is eaten.`;
  addGap(draft, { path: mass.path, phase: 'END_OF_LIFE' }, gap);
  return { ...mass, massKg: mass.massKg * CONSUMER_LOSS };
}

/** PEF, Annex II Part F: losses of prepared meals at the consumer, the middle of its groups. */
const CONSUMER_LOSS = 0.1;
const CONSUMER_LOSS_SOURCE = 'PEF method, Annex II, Part F: default loss rates at the consumer';

/** The part of the net mass that no component accounts for is mixed waste. */
function addRest(draft: Draft, root: Path, netKg: number | undefined): void {
  const known = draft.masses.reduce((sum, mass) => sum + (mass.isPackaging ? 0 : mass.massKg), 0);
  const massKg = (netKg ?? 0) - known - draft.coveredKg.endOfLife;
  if (!(massKg > WEIGHING_TOLERANCE * (netKg ?? 0))) return;
  const group = draft.isFood ? 'FOOD' : 'MIXED';
  draft.masses.push({
    path: [...root, 'netMassKg'],
    label: 'Rest of the product',
    group,
    massKg,
    isPackaging: false,
    recycledShare: 0,
    circularity: circularityOf(draft, root, undefined, group, undefined),
  });
}

/** Masses that people write down add up to a thousandth at best. */
const WEIGHING_TOLERANCE = 1e-3;

function declaredShares(draft: Draft, path: Path, profile: EndOfLife): DeclaredShares | undefined {
  const [recycled, incinerated, landfilled] = SHARES.map((name) =>
    readNumber(draft, [...path, name], profile[name], { max: 1 }),
  );
  const shares = { recycled, incinerated, landfilled };
  const sum = declaredSum(shares);
  if (sum > 1 + SUM_TOLERANCE) {
    const message = `The shares at the end of life add up to ${+sum.toFixed(3)}, and at most 1 is possible.`;
    refuse(draft, path, message);
    return undefined;
  }
  return SHARES.some((name) => profile[name] !== undefined) ? shares : undefined;
}

const SHARES = ['recycledShare', 'incineratedShare', 'landfilledShare'] as const;

function declaredSum({ recycled = 0, incinerated = 0, landfilled = 0 }: DeclaredShares = {}) {
  return recycled + incinerated + landfilled;
}

const SUM_TOLERANCE = 1e-9;

const LANDFILLED: WasteStatistics = {
  shares: { recycled: 0, incinerated: 0, energyRecovered: 0, landfilled: 1, unmanaged: 0 },
  label: 'landfilled',
  percent: '100 % landfilled',
  source: OWN_DEFAULT,
};

function assumedShares(draft: Draft, mass: TreatedMass, country: string | undefined) {
  const { treatment } = mass.circularity;
  const isInert = mass.group === 'MINERAL';
  const found =
    treatment === undefined || isInert
      ? undefined
      : wasteStatistics(draft.library.defaults, treatment, country, mass.isPackaging);
  return found ?? LANDFILLED;
}

/** Handling of each share, fossil carbon of the burnt share and methane of the dumped shares. */
function treat(
  draft: Draft,
  mass: TreatedMass,
  shares: WasteShares,
  country: string | undefined,
  phase: LifecyclePhase,
): void {
  const rows = GROUPS[mass.group];
  const { treatment } = mass.circularity;
  const placeOf = (what: string): Place => ({
    path: mass.path,
    label: `${mass.label}, ${what}`,
    phase,
  });
  const handle = (row: string, share: number, what: string) => {
    if (share > 0) addHandling(draft, placeOf(what), row, mass.massKg * share, country);
  };
  handle(rows.recycling, shares.recycled, 'collected for recycling');
  handle(rows.incineration, shares.incinerated, 'to incineration');
  const methane = treatment?.landfilled;
  // Methane is a flow of its own, or none arises, as of polyester.
  const isSiteAlone =
    methane !== undefined || (treatment !== undefined && LANDFILL_WITH_METHANE.has(mass.group));
  if (isSiteAlone) handle(INERT_LANDFILL, shares.landfilled, 'landfill site, as for inert waste');
  else handle(rows.landfill, shares.landfilled, 'landfilled');
  const burntKg = mass.massKg * shares.incinerated;
  const burnt = treatment?.burnt;
  if (burntKg > 0 && burnt !== 'none') {
    addCarbon(draft, placeOf('burnt'), `burnt:${burnt}`, burntKg, country);
  }
  if (methane === undefined || methane === 'none') return;
  const dumps = [
    [shares.landfilled, landfillSite(country), 'landfill methane'],
    [shares.unmanaged, 'open_dump_shallow', 'methane of open dumps'],
  ] as const;
  for (const [share, site, what] of dumps) {
    if (share <= 0) continue;
    const id = `landfilled:${methane}:${landfillClimate(country)}:${site}`;
    addCarbon(draft, placeOf(what), id, mass.massKg * share, country);
  }
}

/**
 * kg of one row of the UK Government conversion factors, sheet "Waste disposal". That it is of the UK
 * is no assumption of its own: handling is some grams of CO2e per kg everywhere.
 */
function addHandling(
  draft: Draft,
  place: Place,
  row: string,
  massKg: number,
  country: string | undefined,
): void {
  const choice = desnzRow(draft.library, row, country, draft.options.year);
  if (choice === undefined) refuseRow(draft, place, row);
  else addFlow(draft, place, choice.factor, { amount: massKg, unit: 'kg' }, { geography: country });
}

/** kg of one row of the set of waste carbon; without it, a gap. */
function addCarbon(
  draft: Draft,
  place: Place,
  row: string,
  massKg: number,
  country: string | undefined,
): void {
  const factor = draft.library.factors.get(`waste-carbon:${row}`);
  if (factor === undefined) {
    const reason = `${place.label}: the library has no factor for the carbon of this waste.`;
    addGap(draft, place, reason);
    return;
  }
  // Inert waste has neither carbon to burn nor to rot.
  if (factor.co2eKgPerUnit === 0 && !factor.biogenicCo2Kg) return;
  addFlow(draft, place, factor, { amount: massKg, unit: 'kg' }, { geography: country });
}
