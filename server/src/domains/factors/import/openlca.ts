import type { JsonObject } from '../../../platform/json/index.ts';
import type { ImportOptions, ReadRow, RowProblem } from './draft.ts';
import { impactCategoryOf } from './impact-names.ts';
import { numberIn, objectIn, objectsIn, textIn } from './json-value.ts';
import {
  categoryOf,
  exchangesOf,
  idOf,
  type OlcaExchange,
  type OlcaPackage,
} from './openlca-package.ts';
import { factorsOfProcesses } from './solve-processes.ts';
import {
  compartmentOf,
  type ImpactMethod,
  type MethodFactor,
  type ProductExchange,
  type ProductOutput,
  type UnitProcess,
} from './unit-process.ts';

/**
 * Factors of an openLCA package: its processes are linked by its product systems or default providers,
 * solved as one system, and characterised with the impact categories that the package carries.
 */
export function readOpenLca(olca: OlcaPackage, options: ImportOptions): ReadRow[] {
  const problems: RowProblem[] = [];
  const processes = [...olca.processes.values()].flatMap(
    (process, at) => readProcess(olca, process, at + 1, problems) ?? [],
  );
  const refused = problems.map((problem) => ({ problem }));
  if (refused.length > 0 && !options.isPartial) return refused;
  const database = { processes, method: methodOf(olca), mapping: olca.flowMapping };
  return [...refused, ...factorsOfProcesses(database, options)];
}

function readProcess(
  olca: OlcaPackage,
  process: JsonObject,
  line: number,
  problems: RowProblem[],
): UnitProcess | undefined {
  const id = idOf(process);
  const exchanges = exchangesOf(olca, process);
  const reference = exchanges.find((exchange) => exchange.isReference);
  const complain = (message: string): undefined => {
    problems.push({ line, row: id, message });
  };
  if (reference === undefined || !(Math.abs(reference.amount) > 0)) {
    return complain('The process has no quantitative reference.');
  }
  const others = exchanges.filter((exchange) => !exchange.isReference);
  const coProducts = others.filter((exchange) => isMade(exchange) && !exchange.isAvoided);
  const outputs = outputsOf(process, [reference, ...coProducts]);
  if (outputs === undefined) {
    return complain(
      `It also makes ${coProducts[0]?.flowName}, and has no allocation factors: export it with them.`,
    );
  }
  return {
    id,
    line,
    raw: rawOf(olca, process, reference),
    outputs,
    isTreatment: reference.kind === 'WASTE',
    inputs: others
      .filter((exchange) => isTaken(exchange) || exchange.isAvoided)
      .map((exchange) => exchanged(exchange, exchange.isAvoided ? -1 : 1)),
    wastes: others
      .filter((exchange) => exchange.kind === 'WASTE' && !exchange.isInput)
      .map((exchange) => exchanged(exchange)),
    interventions: others
      .filter((exchange) => exchange.kind === 'ELEMENTARY')
      .map(({ flow, flowName, cas, category, amount, unitName }) => ({
        flow,
        name: flowName,
        cas,
        compartment: compartmentOf(category),
        amount,
        unit: unitName,
      })),
    changes: [],
  };
}

/** The products with their shares; undefined when there are several and the process does not say how to divide. */
function outputsOf(
  process: JsonObject,
  products: readonly OlcaExchange[],
): ProductOutput[] | undefined {
  const method = textIn(process, 'defaultAllocationMethod') ?? '';
  const shares = objectsIn(process, 'allocationFactors').filter(
    (factor) => textIn(factor, 'allocationType') === method,
  );
  const shareOf = ({ flow }: OlcaExchange) =>
    products.length === 1
      ? 1
      : numberIn(
          shares.find((factor) => idOf(objectIn(factor, 'product')) === flow),
          'value',
        );
  const outputs = products.map((product) => ({
    flow: product.flow,
    name: product.flowName,
    amount: Math.abs(product.amount),
    unit: product.unitName,
    share: shareOf(product) ?? Number.NaN,
  }));
  const sum = outputs.reduce((total, { share }) => total + share, 0);
  return Math.abs(sum - 1) < 1e-6
    ? outputs.map((output) => ({ ...output, share: output.share / sum }))
    : undefined;
}

function rawOf(olca: OlcaPackage, process: JsonObject, reference: OlcaExchange) {
  const location = objectIn(process, 'location');
  const code = textIn(location, 'code') ?? olca.locationCodes.get(idOf(location)) ?? '';
  return {
    name: textIn(process, 'name') ?? reference.flowName,
    category: categoryOf(process),
    subcategory: reference.flowName,
    geography: /^[A-Z]{2}$/.test(code) ? code : 'GLO',
    year: textIn(objectIn(process, 'processDocumentation'), 'validUntil')?.slice(0, 4),
    source: 'openLCA JSON-LD',
  };
}

/** The method of the package, by the categories of EF that names are known of; undefined if it has none. */
function methodOf(olca: OlcaPackage): ImpactMethod | undefined {
  if (olca.impactCategories.size === 0) return undefined;
  const { name, categories } = categoriesOfOneMethod(olca);
  const seen = new Set<string>();
  const factors: MethodFactor[] = [];
  for (const category of categories) {
    const indicator = impactCategoryOf(textIn(category, 'name') ?? '');
    if (indicator === undefined || seen.has(indicator)) continue;
    seen.add(indicator);
    for (const entry of objectsIn(category, 'impactFactors')) {
      // Factors for one place need regionalised flows; the one without a place holds elsewhere.
      if (objectIn(entry, 'location') !== undefined) continue;
      const perUnit = olca.unitFactors.get(idOf(objectIn(entry, 'unit'))) ?? 1;
      const flow = objectIn(entry, 'flow');
      const entity = olca.flows.get(idOf(flow));
      factors.push({
        indicator,
        flow: idOf(flow),
        name: textIn(flow, 'name') ?? textIn(entity, 'name') ?? '',
        cas: textIn(entity, 'cas'),
        compartment: compartmentOf(categoryOf(flow) || categoryOf(entity)),
        factor: (numberIn(entry, 'value') ?? 0) / perUnit,
      });
    }
  }
  return { name, factors };
}

/** Categories of several methods would be counted twice: EF goes first, then the first there is. */
function categoriesOfOneMethod(olca: OlcaPackage): { name: string; categories: JsonObject[] } {
  const all = [...olca.impactCategories.values()];
  const nameOf = (method: JsonObject) => textIn(method, 'name') ?? '';
  const method =
    olca.impactMethods.find((candidate) => /\bEF\b.*3\.1/.test(nameOf(candidate))) ??
    olca.impactMethods.find((candidate) =>
      /\bEF\b|Environmental Footprint/.test(nameOf(candidate)),
    ) ??
    olca.impactMethods[0];
  if (method === undefined) return { name: 'the package’s method', categories: all };
  const ids = new Set(objectsIn(method, 'impactCategories').map(idOf));
  return { name: nameOf(method), categories: all.filter((category) => ids.has(idOf(category))) };
}

/** A product that it takes, and that is not avoided by it. */
function isTaken({ kind, isInput, isAvoided }: OlcaExchange): boolean {
  return kind === 'PRODUCT' && isInput && !isAvoided;
}

/** A product that it makes, or a waste that it is paid to take. */
function isMade({ kind, isInput }: OlcaExchange): boolean {
  return (kind === 'PRODUCT' && !isInput) || (kind === 'WASTE' && isInput);
}

function exchanged({ flow, flowName, amount, provider }: OlcaExchange, sign = 1): ProductExchange {
  return {
    flow,
    name: flowName,
    amount: amount * sign,
    provider: provider === '' ? undefined : provider,
  };
}
