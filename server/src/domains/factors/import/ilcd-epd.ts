import type { ImpactCategory } from '@trackway/engine';
import { attributeOf } from './ecospold-common.ts';
import { impactCategoryOf } from './impact-names.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from './xml.ts';

/**
 * Indicators of EN 15804+A2 by the abbreviation in their names, with the EF category whose unit they
 * have. Those of +A1 are another method in other units: of them climate change alone is taken.
 */
const A2_INDICATORS: Readonly<Record<string, ImpactCategory>> = {
  ODP: 'ODP',
  AP: 'AP',
  'EP-FRESHWATER': 'EPF',
  'EP-FW': 'EPF',
  'EP-MARINE': 'EPM',
  'EP-TERRESTRIAL': 'EPT',
  POCP: 'POCP',
  ADPE: 'RUMM',
  'ADP-MINERALS&METALS': 'RUMM',
  'ADP-MM': 'RUMM',
  ADPF: 'RUF',
  'ADP-FOSSIL': 'RUF',
  WDP: 'WU',
  PM: 'PM',
  IRP: 'IR',
  IR: 'IR',
  'ETP-FW': 'ETF',
  'HTP-C': 'HTOX_c',
  'HTP-NC': 'HTOX_nc',
  SQP: 'LU',
};

/** Data sets of the indicators, for names without an abbreviation. */
const GWP_DATA_SETS: Readonly<Record<string, string>> = {
  '77e416eb-a363-4258-a04e-171d843a6460': 'GWP',
  '6a37f984-a4b3-458a-a20a-64418c145fa2': 'GWP-TOTAL',
  '5f635281-343e-44fb-83df-1971b155e6b6': 'GWP-FOSSIL',
  '2356e1ab-0185-4db5-86e5-16de51c7485c': 'GWP-BIOGENIC',
  '4331bbdb-978a-490d-8707-eb047f01a55f': 'GWP-LULUC',
};

type Values = {
  readonly co2eKgPerUnit?: number;
  readonly biogenicCo2KgPerUnit?: number;
  readonly gwpSet?: string;
  readonly indicators?: Readonly<Record<string, number>>;
  /** Climate results of the other modules, as the declaration states them. */
  readonly details?: Readonly<Record<string, string>>;
};

type EpdResults = Values & {
  readonly changes: readonly string[];
  readonly problem?: string;
};

type Result = {
  readonly name: string;
  readonly code: string;
  readonly modules: ReadonlyMap<string, number>;
};

/**
 * Impact results of a data set per unit of its reference flow; undefined if it states none. Of a
 * declaration by modules, A1 to A3 are the factor (cradle to gate) and the rest is kept as details.
 */
export function epdResults(process: XmlElement, amount: number): EpdResults | undefined {
  const results = elementsAt(process, 'LCIAResults', 'LCIAResult').map(resultOf);
  if (results.length === 0) return undefined;
  const changes: string[] = [];
  const of = (code: string) => gateValue(results.find((result) => result.code === code));
  const total = of('GWP-TOTAL') ?? of('GWP-GHG');
  const [fossil, landUse, biogenic] = [of('GWP-FOSSIL'), of('GWP-LULUC'), of('GWP-BIOGENIC')];
  const isA2 = total !== undefined || fossil !== undefined;
  const plain = of('GWP') ?? gateValue(results.find(({ name }) => impactCategoryOf(name) === 'CC'));
  const climate = fossil === undefined ? (total ?? plain) : fossil + (landUse ?? 0);
  if (climate === undefined) {
    const modules = [...new Set(results.flatMap((result) => [...result.modules.keys()]))];
    const problem = `The data set has no climate change result for modules A1 to A3 (it has ${modules.join(', ') || 'no modules'}).`;
    return { changes, problem };
  }
  if (fossil === undefined && total !== undefined) {
    changes.push('GWP-total is taken with its biogenic carbon, because the parts are not stated.');
  }
  const indicators = isA2 ? a2Indicators(results) : {};
  const perUnit = (value: number) => value / amount;
  return {
    co2eKgPerUnit: perUnit(climate),
    ...(biogenic === undefined ? {} : { biogenicCo2KgPerUnit: perUnit(biogenic) }),
    gwpSet: isA2 ? 'EN 15804+A2' : 'EN 15804+A1',
    indicators: Object.fromEntries(
      Object.entries({ ...indicators, CC: climate }).map(([code, value]) => [code, perUnit(value)]),
    ),
    details: {
      ...(landUse === undefined ? {} : { land_use_change_kgco2e: String(perUnit(landUse)) }),
      ...otherModules(results, amount),
    },
    changes,
  };
}

function resultOf(element: XmlElement): Result {
  const method = elementAt(element, 'referenceToLCIAMethodDataSet');
  const name = textAt(method, 'shortDescription');
  const stated = elementsAt(element, 'other', 'amount')
    .filter(({ text }) => text.trim() !== '')
    .map((amount) => [attributeOf(amount, 'module'), Number(amount.text)] as const);
  const mean = textAt(element, 'meanAmount');
  const modules = new Map(
    stated.length > 0 || mean === '' ? stated : [['', Number(mean)] as const],
  );
  const abbreviation = /\(([^()]+)\)\s*$/.exec(name)?.[1] ?? '';
  const code = GWP_DATA_SETS[attributeOf(method, 'refObjectId')] ?? abbreviation;
  return { name, code: code.toUpperCase().replaceAll(/\s+/g, ''), modules };
}

/** A1-A3, or the sum of A1, A2 and A3, or the one value of a data set without modules. */
function gateValue(result: Result | undefined): number | undefined {
  if (result === undefined) return undefined;
  const { modules } = result;
  const whole = modules.get('A1-A3') ?? modules.get('A1-3') ?? modules.get('');
  if (whole !== undefined) return whole;
  const parts = ['A1', 'A2', 'A3'].flatMap((module) => modules.get(module) ?? []);
  return parts.length === 3 ? parts.reduce((sum, part) => sum + part, 0) : undefined;
}

function a2Indicators(results: readonly Result[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const result of results) {
    const code = A2_INDICATORS[result.code];
    const value = gateValue(result);
    // Registries write 0 for indicators that a declaration does not state.
    if (code !== undefined && value !== undefined && value !== 0) values[code] ??= value;
  }
  return values;
}

function otherModules(results: readonly Result[], amount: number): Record<string, string> {
  const climate = results.find(({ code }) => code === 'GWP-TOTAL' || code === 'GWP');
  const others = [...(climate?.modules ?? [])].filter(
    ([module]) => !/^(|A1.*|A2|A3)$/.test(module),
  );
  return Object.fromEntries(
    others.map(([module, value]) => [`gwp_module_${module}`, String(value / amount)]),
  );
}
