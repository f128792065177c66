import { detailNumber, type Factor } from '../factor.ts';
import { BOUNDARY_PHASES, LIFECYCLE_PHASES, type LifecyclePhase } from '../vocabulary.ts';

const { CRADLE_TO_GATE, CRADLE_TO_SHELF, CRADLE_TO_GRAVE } = BOUNDARY_PHASES;

/** Phases of factors by the activity of their source; others cover nothing but their own. */
const BY_ACTIVITY: Readonly<Record<string, readonly LifecyclePhase[]>> = {
  // AGRIBALYSE: farm to plate with packaging and its waste, transport, shop, preparation.
  cradle_to_plate: [...CRADLE_TO_SHELF, 'USE', 'END_OF_LIFE'],
  // Foods of RIVM and of literature up to the shop, with packaging.
  cradle_to_shop: CRADLE_TO_SHELF,
  // Basic prices end at the gate of the industry (FIGARO).
  spend_basic_prices: CRADLE_TO_GATE,
  // Purchaser's prices have the margins of trade and transport inside (US EPA supply chain factors).
  cradle_to_purchaser: [...CRADLE_TO_GATE, 'DISTRIBUTION'],
  cradle_to_grave: CRADLE_TO_GRAVE,
};

/** A stage of a factor of AGRIBALYSE in words: how much is counted twice by what is declared on top. */
export function stageText(
  factor: Factor | undefined,
  stage: 'transport' | 'processing' | 'packaging',
): string {
  const kg = factor && detailNumber(factor, stage);
  if (factor === undefined || kg === undefined) return '';
  const [part, whole] = [kg, factor.co2eKgPerUnit].map((value) => Number(value.toPrecision(2)));
  return ` (${part} of its ${whole} kg CO2e per ${factor.unit})`;
}

/** Of the UK Government conversion factors "Material use" is "to the point of sale", water comes by the mains. */
const DESNZ_MATERIALS: readonly LifecyclePhase[] = ['RAW_MATERIALS', 'INBOUND_TRANSPORT'];

const NOTHING: ReadonlySet<LifecyclePhase> = new Set();

const remembered = new WeakMap<Factor, ReadonlySet<LifecyclePhase>>();

/**
 * The phases that a factor has inside, so that nothing is filled in for them. A set says so in its
 * column `covers` (`RAW_MATERIALS|INBOUND_TRANSPORT`); for the published sets without one their
 * documentation does. Empty when a factor covers no more than the activity it is of.
 */
export function coveredPhases(factor: Factor): ReadonlySet<LifecyclePhase> {
  const found = remembered.get(factor) ?? findPhases(factor);
  remembered.set(factor, found);
  return found;
}

function findPhases({ details, activity, category, name }: Factor): ReadonlySet<LifecyclePhase> {
  const column = details?.['covers'];
  if (column !== undefined) {
    const names = new Set(column.split('|').map((name) => name.trim()));
    return new Set(LIFECYCLE_PHASES.filter((phase) => names.has(phase)));
  }
  const byActivity = BY_ACTIVITY[activity];
  if (byActivity !== undefined) return new Set(byActivity);
  const isDesnz = activity === 'material_production' && category === 'Material use';
  // Tap water of the UK Government conversion factors and of Base Carbone.
  return isDesnz || /^Water (supply )?\|/.test(name) ? new Set(DESNZ_MATERIALS) : NOTHING;
}
