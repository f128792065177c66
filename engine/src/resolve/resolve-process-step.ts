import { processEnergy } from '../library/process-table.ts';
import type { DeclaredUnit, ProcessStep } from '../product.ts';
import { convert, haveSameDimension } from '../units.ts';
import { inWords } from '../vocabulary.ts';
import {
  addGap,
  addNamedFlow,
  type Draft,
  decide,
  flowsFrom,
  namedFactor,
  type Place,
  readNumber,
  refuse,
} from './draft.ts';
import { resolveEnergy } from './resolve-energy.ts';

/**
 * Work done: a named process (its electricity from the country's grid, its heat as steam), a
 * factor per kg or m² of what comes out, or energy as declared.
 */
export function resolveProcessStep(
  draft: Draft,
  place: Place,
  step: ProcessStep,
  outputKg: number | undefined,
  declaredUnit: DeclaredUnit,
): void {
  const { process, factorId, energy = [] } = step;
  if (process == null && factorId == null && energy.length === 0) {
    const message = 'A process step needs a process, a factorId or energy.';
    refuse(draft, place.path, message);
  }
  if (process != null) addNamed(draft, place, step, process, { outputKg, declaredUnit });
  if (factorId != null) addOwnFactor(draft, place, step, factorId, { outputKg, declaredUnit });
  for (const [at, use] of energy.entries()) {
    const path = [...place.path, 'energy', at];
    const label = `${place.label}, ${inWords(use.source)}`;
    const country = use.country ?? step.country;
    resolveEnergy(
      draft,
      { ...place, path, label },
      { ...use, country },
      { pedigree: step.pedigree },
    );
  }
}

function addNamed(
  draft: Draft,
  place: Place,
  step: ProcessStep,
  process: NonNullable<ProcessStep['process']>,
  { outputKg, declaredUnit }: Output,
): void {
  const row = processEnergy(draft.library, process);
  if (row === undefined) {
    const message = `The library has no energy figures for ${process}.`;
    refuse(draft, [...place.path, 'process'], message, 'MISSING_FACTOR');
    return;
  }
  const { amount: pieces, unit } = declaredUnit;
  if (row.unit === 'piece' && unit !== 'PIECE') {
    const message = `${process} is counted by the piece; the declared unit is ${unit}.`;
    refuse(draft, [...place.path, 'process'], message, 'UNIT_MISMATCH');
    return;
  }
  const amount = row.unit === 'piece' ? pieces : amountOf(draft, place, step, row.unit, outputKg);
  if (amount === undefined) return;
  const { country, pedigree } = step;
  const first = draft.flows.length;
  const electricityKwh = row.electricityKwhPerUnit * amount;
  const heatKwh = convert(row.heatMjPerUnit * amount, 'MJ', 'kWh');
  if (electricityKwh > 0) {
    const grid = { source: 'GRID_ELECTRICITY', energyKwh: electricityKwh, country } as const;
    const electric = { ...place, label: `${place.label}, electricity` };
    resolveEnergy(draft, electric, grid, { pedigree });
  }
  if (heatKwh > 0) {
    const heat = { ...place, label: `${place.label}, heat` };
    resolveEnergy(draft, heat, { source: 'STEAM', energyKwh: heatKwh, country }, { pedigree });
  }
  const flows = flowsFrom(draft, first);
  const value = `${row.electricityKwhPerUnit} kWh, ${row.heatMjPerUnit} MJ per ${row.unit}`;
  const reason = `Energy of ${inWords(process)} from the reference table; heat as steam.`;
  const source = [PROCESS_SOURCE, row.source].filter(Boolean).join(': ');
  const path = [...place.path, 'process'];
  decide(draft, path, { value, reason, source }, flows);
  // The wet steps, which all need heat, are those with chemicals.
  if (heatKwh > 0) {
    const left = `${place.label}: no open source has its chemicals, water and waste water.`;
    addGap(draft, { ...place, path }, left);
  }
}

const PROCESS_SOURCE = 'Processes of Ecobalyse (MTES-MCT), after the EU textiles BAT document';

interface Output {
  readonly outputKg: number | undefined;
  readonly declaredUnit: DeclaredUnit;
}

/** A factor per kg or m² of what comes out, or per piece or pair where that is what is declared. */
function addOwnFactor(
  draft: Draft,
  place: Place,
  step: ProcessStep,
  factorId: string,
  { outputKg, declaredUnit }: Output,
): void {
  const factor = namedFactor(draft, [...place.path, 'factorId'], factorId);
  if (factor === undefined) return;
  const traits = { pedigree: step.pedigree, geography: step.country };
  const isCounted =
    !haveSameDimension(factor.unit, 'kg') && haveSameDimension(factor.unit, declaredUnit.unit);
  if (isCounted) {
    addNamedFlow(draft, place, factor, declaredUnit, traits);
    return;
  }
  const amount = amountOf(draft, place, step, factor.unit, outputKg);
  const unit = factor.unit === 'm2' ? 'm2' : 'kg';
  if (amount !== undefined) addNamedFlow(draft, place, factor, { amount, unit }, traits);
}

function amountOf(
  draft: Draft,
  place: Place,
  step: ProcessStep,
  unit: string,
  outputKg: number | undefined,
): number | undefined {
  if (unit === 'm2') {
    const path = [...place.path, 'areaM2'];
    const areaM2 = readNumber(draft, path, step.areaM2);
    if (step.areaM2 === undefined) refuse(draft, path, 'This process needs areaM2.');
    return areaM2;
  }
  const path = [...place.path, 'massKg'];
  const massKg = readNumber(draft, path, step.massKg ?? outputKg);
  if (massKg === undefined && step.massKg === undefined) {
    refuse(draft, path, 'A process step needs massKg, or the product a netMassKg.');
  }
  return massKg;
}
