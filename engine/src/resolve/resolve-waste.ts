import { inWords } from '../in-words.ts';
import { desnzRow } from '../library/desnz-rows.ts';
import { GROUPS, type MaterialGroup } from '../library/material-groups.ts';
import type { Path } from '../path.ts';
import type { EndOfLife, Product } from '../product.ts';
import {
  addFlow,
  type Draft,
  decide,
  decideSteps,
  OWN_DEFAULT,
  type Place,
  readNumber,
  refuse,
  type TreatedMass,
} from './draft.ts';
import { resolveTransport } from './resolve-transport.ts';

/** Lost mass is landfilled: kg · EF, in kg CO2e. */
export function resolveLoss(
  draft: Draft,
  place: Place,
  group: MaterialGroup,
  lostKg: number,
  country: string | undefined,
): void {
  if (!(lostKg > 0)) return;
  const label = `${place.label}, losses to landfill`;
  const lost: Place = { ...place, label, phase: 'MANUFACTURING' };
  const flows = addWaste(draft, lost, GROUPS[group].landfill, lostKg, country);
  const reason = `${label}: what is lost on the way is treated as waste.`;
  decide(draft, [...place.path, 'lossRate'], lostKg, reason, OWN_DEFAULT, flows);
}

/** kg of one waste row; returns the flow's position. */
function addWaste(
  draft: Draft,
  place: Place,
  row: string,
  massKg: number,
  country: string | undefined,
): number[] {
  const choice = desnzRow(draft.library, row, country, draft.options.year);
  if (choice === undefined) {
    const message = `The library lacks row ${row} of the UK Government conversion factors, which ${place.label} needs.`;
    refuse(draft, place.path, 'MISSING_FACTOR', message);
    return [];
  }
  const { factor, steps } = choice;
  const flows = addFlow(draft, place, factor, massKg, 'kg', { geography: country });
  decideSteps(draft, place.path, factor, steps, flows);
  return flows;
}

interface Shares {
  /** R2. */
  readonly recycled: number;
  /** R3. */
  readonly incinerated: number;
}

/**
 * Treatment of the product and its packaging: collection for recycling up to sorting, transport to
 * incineration, landfill. With the Circular Footprint Formula, (1 − A) · R2 · (ErecEoL − Ev) is
 * credited; with cut-off the same exchange is reported beyond the system, and never summed.
 */
export function resolveEndOfLife(
  draft: Draft,
  root: Path,
  product: Product,
  netKg: number | undefined,
): void {
  const profile = product.endOfLife;
  const path = [...root, 'endOfLife'];
  const shares = sharesOf(draft, path, profile);
  if (shares === undefined) return;
  const country = profile?.country;
  addRest(draft, root, netKg);
  const first = draft.flows.length;
  for (const mass of draft.masses) {
    const own = mass.isPackaging ? LANDFILLED : shares;
    treat(draft, mass, own, country);
  }
  const flows = draft.flows.slice(first).map((_, at) => first + at);
  if (profile === undefined || draft.masses.some((mass) => mass.isPackaging)) {
    const what = profile === undefined ? 'the product or its packaging' : 'packaging';
    const reason = `No end of life is declared for ${what}: landfilled.`;
    const hanging = profile === undefined ? flows : flows.filter((at) => isPackaging(draft, at));
    decide(draft, path, 'landfill', reason, OWN_DEFAULT, hanging);
  }
  for (const [at, leg] of (profile?.transportLegs ?? []).entries()) {
    const label = `End of life, ${inWords(leg.method)}`;
    const legPath = [...path, 'transportLegs', at];
    resolveTransport(draft, { path: legPath, label, phase: 'END_OF_LIFE' }, leg, netKg);
  }
  if (shares.incinerated > 0) {
    const reason =
      'Burning with energy recovery: emissions and credits of the energy are not covered; the sources count the way to the plant alone.';
    draft.gaps.push({ path, phase: 'END_OF_LIFE', reason });
  }
}

/** The part of the net mass that no component accounts for is mixed waste. */
function addRest(draft: Draft, root: Path, netKg: number | undefined): void {
  const known = draft.masses.reduce((sum, mass) => sum + (mass.isPackaging ? 0 : mass.massKg), 0);
  const massKg = (netKg ?? 0) - known;
  if (!(massKg > WEIGHING_TOLERANCE * (netKg ?? 0))) return;
  const path = [...root, 'netMassKg'];
  draft.masses.push({
    path,
    label: 'Rest of the product',
    group: 'MIXED',
    massKg,
    isPackaging: false,
  });
}

/** Masses that people write down add up to a thousandth at best. */
const WEIGHING_TOLERANCE = 1e-3;

const LANDFILLED: Shares = { recycled: 0, incinerated: 0 };

function isPackaging(draft: Draft, at: number): boolean {
  return draft.flows[at]?.path.includes('packaging') ?? false;
}

function sharesOf(draft: Draft, path: Path, profile: EndOfLife | undefined): Shares | undefined {
  const read = (name: 'recycledShare' | 'incineratedShare' | 'landfilledShare') =>
    readNumber(draft, [...path, name], profile?.[name] ?? 0, { max: 1 });
  const recycled = read('recycledShare');
  const incinerated = read('incineratedShare');
  const landfilled = read('landfilledShare');
  if (recycled === undefined || incinerated === undefined || landfilled === undefined) {
    return undefined;
  }
  if (recycled + incinerated + landfilled > 1 + 1e-9) {
    const message = 'Shares at the end of life exceed 1: more is treated than there is.';
    refuse(draft, path, 'BAD_INPUT', message);
    return undefined;
  }
  return { recycled, incinerated };
}

function treat(
  draft: Draft,
  mass: TreatedMass,
  { recycled, incinerated }: Shares,
  country: string | undefined,
): void {
  const rows = GROUPS[mass.group];
  const add = (row: string, share: number, treatment: string) => {
    if (share <= 0) return;
    const label = `${mass.label}, ${treatment}`;
    const place: Place = { path: mass.path, label, phase: 'END_OF_LIFE' };
    addWaste(draft, place, row, mass.massKg * share, country);
  };
  add(rows.recycling, recycled, 'collected for recycling');
  add(rows.incineration, incinerated, 'to incineration');
  add(rows.landfill, 1 - recycled - incinerated, 'landfilled');
  if (recycled > 0) addExchange(draft, mass, recycled);
}

/** Recycled material takes the place of virgin: inside the total by CFF, beyond it by cut-off. */
function addExchange(draft: Draft, mass: TreatedMass, recycledShare: number): void {
  const { virgin, recycled } = mass;
  if (virgin === undefined || recycled === undefined) return;
  const isCff = draft.options.full?.recycling === 'CFF';
  const kg = mass.massKg * recycledShare * (isCff ? 1 - GROUPS[mass.group].A : 1);
  const phase = isCff ? 'END_OF_LIFE' : 'BEYOND_SYSTEM';
  const { path } = mass;
  addFlow(draft, { path, label: `${mass.label}, recycling`, phase }, recycled, kg, 'kg');
  addFlow(draft, { path, label: `${mass.label}, virgin replaced`, phase }, virgin, -kg, 'kg');
}
