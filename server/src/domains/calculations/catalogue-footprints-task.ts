import {
  type Boundary,
  type Footprint,
  IMPACT_CATEGORIES,
  type ImpactCategory,
} from '@trackway/engine';
import type { TenantDb } from '../../platform/database/index.ts';
import { ApiError, badInput, type Problem } from '../../rules/errors/api-error.ts';
import { SLICE_BUDGET_MS } from '../../rules/jobs/slices.ts';
import type { FootprintBasis } from '../products/index.ts';
import { type CatalogueRow, failedRow } from './catalogue-store.ts';
import { loadDeclaredTree } from './declared-products.ts';
import {
  amountsByPhase,
  type EngineData,
  engineTask,
  type PackedFootprint,
} from './engine-data.ts';
import { type CalculationMethod, calculateTree, isEmpty, packTree } from './footprint-tasks.ts';
import type { CatalogueChoices } from './model.ts';

/** Result of a product in a catalogue, with its footprint to store; without one if it cannot be calculated. */
export type Outcome = { readonly row: CatalogueRow; readonly packed?: PackedFootprint };

type FootprintsInput = {
  readonly productIds: readonly string[];
  readonly choices: CatalogueChoices;
};

/** Footprints of the first of some products, each as `calculateProductFootprint` makes it. */
export const footprintsTask = engineTask(
  'calculate footprints of a catalogue',
  async (engine, tenant, { productIds, choices }: FootprintsInput) => {
    const outcomes: Outcome[] = [];
    const untilMs = performance.now() + SLICE_BUDGET_MS;
    for (const productId of productIds) {
      outcomes.push(await calculateOne(engine, tenant, { productId, choices }));
      if (performance.now() > untilMs) break;
    }
    return outcomes;
  },
);

async function calculateOne(
  engine: EngineData,
  tenant: TenantDb,
  { productId, choices }: { readonly productId: string; readonly choices: CatalogueChoices },
): Promise<Outcome> {
  try {
    const tree = await loadDeclaredTree(tenant, { by: 'id', value: productId });
    if (isEmpty(tree.root)) throw badInput([NOTHING_DECLARED]);
    const { year, gwpSet, closedPassages, strict } = choices;
    const wanted = methodOf(choices, tree.footprintBasis);
    const method = { wanted, choices: { year, gwpSet, closedPassages, strict } };
    const footprint = calculateTree(engine, tree, method);
    return {
      row: rowOf(productId, footprint),
      packed: packTree(engine, tree, method, footprint, true),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, problems } = error;
    return failedOutcome(productId, problems.length > 0 ? problems : [{ path: [], code, message }]);
  }
}

const NOTHING_DECLARED: Problem = {
  path: ['components'],
  code: 'REQUIRED',
  message: 'The product declares neither components nor process steps: add what it is made of.',
};

const BOUNDARIES: Readonly<Record<Exclude<FootprintBasis, 'BASIC'>, Boundary>> = {
  FULL_CRADLE_TO_GATE: 'CRADLE_TO_GATE',
  FULL_CRADLE_TO_SHELF: 'CRADLE_TO_SHELF',
  FULL_CRADLE_TO_GRAVE: 'CRADLE_TO_GRAVE',
};

/** The chosen method, or that of the basis of the product. */
function methodOf(
  { detail, boundary, recycling, electricity }: CatalogueChoices,
  basis: FootprintBasis,
): CalculationMethod {
  if (detail === 'FULL') return { detail, full: { boundary, recycling, electricity } };
  if (detail === 'BASIC' || basis === 'BASIC') return { detail: 'BASIC' };
  return { detail: 'FULL', full: { boundary: BOUNDARIES[basis], recycling, electricity } };
}

function rowOf(productId: string, { co2eKg, phases, full }: Footprint): CatalogueRow {
  const indicators = new Map(full?.indicators.map((indicator) => [indicator.code, indicator]));
  const completeValue = (category: ImpactCategory) => {
    const indicator = indicators.get(category);
    return indicator?.isComplete === true ? indicator.value : null;
  };
  return {
    productId,
    co2eKg,
    phases: amountsByPhase(phases),
    indicators: full && IMPACT_CATEGORIES.map(completeValue),
    problems: null,
  };
}

export function failedOutcome(productId: string, problems: unknown): Outcome {
  return { row: failedRow(productId, problems) };
}
