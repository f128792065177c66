import type { ImpactCategory } from '@trackway/engine';
import { casOf, greenhouseGasOf, plainName } from './greenhouse-flows.ts';
import type {
  FlowMapping,
  ImpactMethod,
  Intervention,
  MethodFactor,
  UnitProcess,
} from './unit-process.ts';

export type Characterisation = {
  /** Per flow of the inventory, by the key that `keyOf` gives. */
  readonly factors: readonly { indicator: Lane; flow: string; factor: number }[];
  /** The `gwpSet` of the factors. */
  readonly gwpSet: string;
  /** Interpretation for the report of each row. */
  readonly changes: readonly string[];
};

/** Impact categories, and parts of the climate result. */
export type Lane = ImpactCategory | 'FOSSIL_CO2' | 'CH4' | 'N2O' | 'BIOGENIC_CO2';

/** kg per unit in which inventories state emissions. */
const KG_PER_UNIT: Readonly<Record<string, number>> = {
  kg: 1,
  g: 1e-3,
  mg: 1e-6,
  ug: 1e-9,
  µg: 1e-9,
  t: 1000,
  ton: 1000,
  lb: 0.453_592_37,
  oz: 0.028_349_523_125,
};

/**
 * Impact per unit of every elementary flow of an inventory. A flow of a method is found by its id, by
 * a flow mapping of the package, or by CAS number or name within its compartment. Without a method the
 * greenhouse gases are characterised with the GWP100 of AR6. A method of which no flow is found gives
 * the reason: it would make every result 0.
 */
export function characterise(
  processes: readonly UnitProcess[],
  method: ImpactMethod | undefined,
  mapping: FlowMapping = new Map(),
): Characterisation | string {
  const flows = new Map(
    processes.flatMap(({ interventions }) => interventions.map((flow) => [keyOf(flow), flow])),
  );
  return method === undefined ? byGreenhouseGases(flows) : byMethod(flows, method, mapping);
}

/** One flow id may be stated in several units. */
export function keyOf({ flow, unit, compartment }: Intervention): string {
  return `${flow}\n${compartment}\n${unit}`;
}

function byGreenhouseGases(flows: ReadonlyMap<string, Intervention>): Characterisation | string {
  const factors = [...flows].flatMap(([key, flow]) => {
    const gas = flow.compartment === 'AIR' ? greenhouseGasOf(flow) : undefined;
    const kgPerUnit = KG_PER_UNIT[flow.unit];
    if (gas === undefined || kgPerUnit === undefined) return [];
    const part = PARTS[gas.kind];
    return [
      { indicator: 'CC' as const, flow: key, factor: gas.gwp100 * kgPerUnit },
      ...(part === undefined
        ? []
        : [{ indicator: part, flow: key, factor: (gas.gwp100 || 1) * kgPerUnit }]),
    ];
  });
  if (factors.length === 0) {
    return 'The file has no impact category of climate change, and none of its elementary flows to air is a greenhouse gas with a mass that we know: export it with an impact assessment method.';
  }
  const change =
    'The file has no impact assessment method: its greenhouse gases are characterised with the GWP100 of AR6.';
  return { factors, gwpSet: 'AR6-100', changes: [change] };
}

const PARTS = {
  CO2: 'FOSSIL_CO2',
  BIOGENIC_CO2: 'BIOGENIC_CO2',
  CH4: 'CH4',
  N2O: 'N2O',
  OTHER: undefined,
} as const;

function byMethod(
  flows: ReadonlyMap<string, Intervention>,
  method: ImpactMethod,
  mapping: FlowMapping,
): Characterisation | string {
  const byId = groupBy(method.factors, ({ flow }) => flow);
  const byCas = groupBy(method.factors, (factor) => casKey(factor));
  const byName = groupBy(method.factors, (factor) => nameKey(factor));
  const factors: { indicator: Lane; flow: string; factor: number }[] = [];
  let mappedByName = 0;
  for (const [key, flow] of flows) {
    const mapped = mapping.get(flow.flow);
    const known = byId.get(flow.flow) ?? (mapped && byId.get(mapped.flow));
    const similar = known ?? byCas.get(casKey(flow)) ?? byName.get(nameKey(flow)) ?? [];
    if (known === undefined && similar.length > 0) mappedByName += 1;
    // The factor of a mapping is of the flow that it leads to, not of one that is found by its name.
    const isMapped = mapped !== undefined && known !== undefined && !byId.has(flow.flow);
    const perUnit = isMapped ? mapped.factor : 1;
    for (const { indicator, factor } of firstOfEach(similar)) {
      factors.push({ indicator, flow: key, factor: factor * perUnit });
    }
  }
  if (!method.factors.some(({ indicator }) => indicator === 'CC')) return NO_CLIMATE;
  if (!factors.some(({ indicator }) => indicator === 'CC')) {
    const example = flows.values().next().value?.name ?? 'none';
    return `None of the ${flows.size} elementary flows of the file (such as ${example}) is a flow of the climate change category of ${method.name}: the nomenclatures differ. Export the processes with a method of their own nomenclature, or with a flow mapping.`;
  }
  const change = `${mappedByName} elementary flows were matched to ${method.name} by CAS number or name, because their ids differ.`;
  return { factors, gwpSet: method.name, changes: mappedByName > 0 ? [change] : [] };
}

const NO_CLIMATE =
  'The impact assessment method of the file has no impact category of climate change: export it with one.';

/** An empty CAS number or name matches nothing. */
function casKey({
  cas,
  compartment,
  name,
}: Pick<MethodFactor, 'cas' | 'compartment' | 'name'>): string {
  const number = casOf(cas);
  // Fossil and biogenic carbon dioxide have the same number.
  return number === '' ? '\n' : `${number}\n${compartment}\n${/biogenic|non.?fossil/i.test(name)}`;
}

function nameKey({ name, compartment }: Pick<MethodFactor, 'compartment' | 'name'>): string {
  return name === '' ? '\n' : `${plainName(name)}\n${compartment}`;
}

function groupBy(
  factors: readonly MethodFactor[],
  key: (factor: MethodFactor) => string,
): Map<string, MethodFactor[]> {
  const groups = new Map<string, MethodFactor[]>();
  for (const factor of factors) {
    const name = key(factor);
    if (name === '\n') continue;
    groups.getOrInsert(name, []).push(factor);
  }
  return groups;
}

/** Several subcompartments of one flow have the same factor in all but toxicity: the first one serves. */
function firstOfEach(factors: readonly MethodFactor[]): MethodFactor[] {
  const seen = new Set<ImpactCategory>();
  return factors.filter(({ indicator }) => !seen.has(indicator) && seen.add(indicator));
}
