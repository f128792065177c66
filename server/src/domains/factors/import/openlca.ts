import {
  type Exchange,
  type ImpactCategory,
  intensityOf,
  type Process,
  ProcessSystemError,
  solveProcessSystem,
} from '@trackway/engine';
import { type RawFactor, type ReadRow, type RowProblem, readDraft } from './draft.ts';
import { impactCategoryOf } from './impact-names.ts';
import { type JsonObject, numberIn, objectIn, objectsIn, textIn } from './json-value.ts';
import { exchangesOf, idOf, type OlcaExchange, type OlcaPackage } from './openlca-package.ts';

/**
 * Factors of an openLCA package: its processes are linked through their default providers, solved
 * as one system, and characterised with the impact categories that the package carries. Every
 * process becomes one factor, cradle to gate, per reference unit of its quantitative reference.
 */
export function readOpenLca(olca: OlcaPackage): ReadRow[] {
  const characterisation = characterisationOf(olca);
  if (!characterisation.some(({ indicator }) => indicator === 'CC')) {
    const message =
      'The package has no impact category of climate change: export it together with an impact assessment method.';
    return [{ problem: { line: 0, message } }];
  }
  const problems: RowProblem[] = [];
  const read = [...olca.processes.values()].map((process, at) =>
    readProcess(olca, process, at + 1, problems),
  );
  const processes = read.flatMap((process) => process ?? []);
  if (problems.length > 0) return problems.map((problem) => ({ problem }));
  try {
    return factorsOf(processes, characterisation);
  } catch (error) {
    if (!(error instanceof ProcessSystemError)) throw error;
    return error.problems.map(({ path, message }) => {
      const at = Number(path.split('.')[1] ?? '0');
      return { problem: { line: at + 1, row: processes[at]?.process.id, message } };
    });
  }
}

type Characterisation = { indicator: ImpactCategory; flow: string; factor: number }[];

type ReadProcess = {
  readonly process: Process;
  readonly raw: RawFactor;
  readonly line: number;
};

function factorsOf(
  processes: readonly ReadProcess[],
  characterisation: Characterisation,
): ReadRow[] {
  const { study, nodes, indicators } = solveProcessSystem({
    processes: processes.map(({ process }) => process),
    characterisation,
    demand: [],
  });
  // One process has one output, so nodes have the order of the processes.
  return nodes.map((_node, at) => {
    const { raw, line } = processes[at] ?? { raw: {}, line: at + 1 };
    const intensity = intensityOf(study.intensities, at);
    const values = Object.fromEntries(indicators.map((code, lane) => [code, intensity[lane]]));
    const hasMore = indicators.length > 1;
    return readDraft(
      { ...raw, co2eKgPerUnit: values['CC'], indicators: hasMore ? values : undefined },
      line,
    );
  });
}

function readProcess(
  olca: OlcaPackage,
  process: JsonObject,
  line: number,
  problems: RowProblem[],
): ReadProcess | undefined {
  const id = idOf(process);
  const exchanges = exchangesOf(olca, process);
  const reference = exchanges.find((exchange) => exchange.isReference);
  const complain = (message: string) => problems.push({ line, row: id, message });
  if (reference === undefined || !(Math.abs(reference.amount) > 0)) {
    complain('The process has no quantitative reference.');
    return undefined;
  }
  const others = exchanges.filter((exchange) => !exchange.isReference);
  const coProduct = others.find((exchange) => isMade(exchange) && !exchange.isAvoided);
  if (coProduct !== undefined) {
    complain(`It also makes ${coProduct.flowName}: export it with its allocation carried out.`);
  }
  const unlinked = others.find((exchange) => isTaken(exchange) && !hasProvider(olca, exchange));
  if (unlinked !== undefined) complain(`${unlinked.flowName} has no provider in the package.`);

  const output = { product: reference.flow, amount: Math.abs(reference.amount) };
  const wastes = others.filter((exchange) => exchange.kind === 'WASTE' && !exchange.isInput);
  const cutOff = wastes.filter((exchange) => !hasProvider(olca, exchange));
  return {
    line,
    process: {
      id,
      ...(reference.kind === 'WASTE' ? { treats: [output] } : { outputs: [output] }),
      inputs: others
        .filter((exchange) => isTaken(exchange) || exchange.isAvoided)
        .map((exchange) => linked(exchange, exchange.isAvoided ? -1 : 1)),
      wastes: wastes
        .filter((exchange) => hasProvider(olca, exchange))
        .map((waste) => linked(waste)),
      interventions: others
        .filter((exchange) => exchange.kind === 'ELEMENTARY')
        .map(({ flow, amount }) => ({ flow, amount })),
    },
    raw: rawOf(olca, process, reference, cutOff),
  };
}

function rawOf(
  olca: OlcaPackage,
  process: JsonObject,
  reference: OlcaExchange,
  cutOff: readonly OlcaExchange[],
): RawFactor {
  const location = objectIn(process, 'location');
  const code = textIn(location, 'code') ?? olca.locationCodes.get(idOf(location)) ?? '';
  const category = process['category'];
  const leftOut = cutOff.map((exchange) => exchange.flowName).join(', ');
  return {
    id: idOf(process),
    name: textIn(process, 'name') ?? reference.flowName,
    category:
      typeof category === 'string'
        ? category
        : (textIn(objectIn(process, 'category'), 'name') ?? ''),
    subcategory: reference.flowName,
    activity: 'cradle_to_gate',
    unit: reference.unitName,
    geography: /^[A-Z]{2}$/.test(code) ? code : 'GLO',
    year: textIn(objectIn(process, 'processDocumentation'), 'validUntil')?.slice(0, 4),
    source: 'openLCA JSON-LD',
    sourceNote:
      leftOut === '' ? '' : `Waste without treatment in the package left out: ${leftOut}.`,
  };
}

/** Flow by flow what it does, per reference unit, by the categories of EF that names are known of. */
function characterisationOf(olca: OlcaPackage): Characterisation {
  const characterisation: Characterisation = [];
  const seen = new Set<ImpactCategory>();
  for (const category of categoriesOfOneMethod(olca)) {
    const indicator = impactCategoryOf(textIn(category, 'name') ?? '');
    if (indicator === undefined || seen.has(indicator)) continue;
    seen.add(indicator);
    for (const entry of objectsIn(category, 'impactFactors')) {
      // Factors for one place need regionalised flows; the one without a place holds elsewhere.
      if (objectIn(entry, 'location') !== undefined) continue;
      const perUnit = olca.unitFactors.get(idOf(objectIn(entry, 'unit'))) ?? 1;
      const factor = (numberIn(entry, 'value') ?? 0) / perUnit;
      characterisation.push({ indicator, flow: idOf(objectIn(entry, 'flow')), factor });
    }
  }
  return characterisation;
}

/** Categories of several methods would be counted twice: EF goes first, then the first there is. */
function categoriesOfOneMethod(olca: OlcaPackage): JsonObject[] {
  const all = [...olca.impactCategories.values()];
  const nameOf = (method: JsonObject) => textIn(method, 'name') ?? '';
  const method =
    olca.impactMethods.find((candidate) => /\bEF\b.*3\.1/.test(nameOf(candidate))) ??
    olca.impactMethods.find((candidate) =>
      /\bEF\b|Environmental Footprint/.test(nameOf(candidate)),
    ) ??
    olca.impactMethods[0];
  if (method === undefined) return all;
  const ids = new Set(objectsIn(method, 'impactCategories').map(idOf));
  return all.filter((category) => ids.has(idOf(category)));
}

/** A product that the process consumes and does not avoid. */
function isTaken({ kind, isInput, isAvoided }: OlcaExchange): boolean {
  return kind === 'PRODUCT' && isInput && !isAvoided;
}

/** A product that it makes, or a waste that it is paid to take. */
function isMade({ kind, isInput }: OlcaExchange): boolean {
  return (kind === 'PRODUCT' && !isInput) || (kind === 'WASTE' && isInput);
}

function linked(exchange: OlcaExchange, sign = 1): Exchange {
  const { flow, amount, provider } = exchange;
  return { product: flow, amount: amount * sign, ...(provider === undefined ? {} : { provider }) };
}

function hasProvider(olca: OlcaPackage, { flow, provider }: OlcaExchange): boolean {
  if (provider !== undefined && provider !== '') return olca.processes.has(provider);
  return makersOf(olca).has(flow);
}

const MAKERS = new WeakMap<OlcaPackage, ReadonlySet<string>>();

/** Flows that some process of the package produces or treats; looked up for every exchange. */
function makersOf(olca: OlcaPackage): ReadonlySet<string> {
  const known = MAKERS.get(olca);
  if (known !== undefined) return known;
  const flows = new Set(
    [...olca.processes.values()].flatMap((process) =>
      exchangesOf(olca, process)
        .filter((exchange) => exchange.isReference)
        .map((exchange) => exchange.flow),
    ),
  );
  MAKERS.set(olca, flows);
  return flows;
}
