import type { DeclaredUnitCode, LifecyclePhase } from '@trackway/engine';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { FootprintOwner, FootprintResult, FootprintRow } from './model.ts';

/** The data sets of a calculation in ILCD+EPD, as XML. */
export type IlcdEpd = { readonly process: string; readonly flow: string };

/**
 * Modules of EN 15804 by phases of the life cycle. Phases that join modules are declared with the range of them.
 */
const MODULES: readonly (readonly [string, readonly LifecyclePhase[]])[] = [
  ['A1-A3', ['RAW_MATERIALS', 'INBOUND_TRANSPORT', 'MANUFACTURING', 'PACKAGING']],
  ['A4', ['DISTRIBUTION', 'RETAIL']],
  ['A5', ['INSTALLATION']],
  ['B1-B7', ['USE', 'MAINTENANCE_REPAIR']],
  ['C1-C4', ['END_OF_LIFE']],
];

/** Flow properties of the ILCD reference data, with their names. */
const FLOW_PROPERTIES: Readonly<Record<DeclaredUnitCode, readonly [id: string, name: string]>> = {
  PIECE: ['01846770-4cfe-4a25-8ad9-919d8d378345', 'Number of pieces'],
  PAIR: ['01846770-4cfe-4a25-8ad9-919d8d378345', 'Number of pieces'],
  KG: ['93a60a56-a3c8-11da-a746-0800200b9a66', 'Mass'],
  M: ['838aaa23-0117-11db-92e3-0800200c9a66', 'Length'],
  M2: ['93a60a56-a3c8-19da-a746-0800200c9a66', 'Area'],
  M3: ['93a60a56-a3c8-22da-a746-0800200c9a66', 'Volume'],
  L: ['93a60a56-a3c8-22da-a746-0800200c9a66', 'Volume'],
  KWH: ['93a60a56-a3c8-11da-a746-0800200c9a66', 'Net calorific value'],
  TKM: ['118f2a40-50ec-457c-aa60-9bc6b6af9931', 'Goods transport (mass*distance)'],
};

/** Units of the flow property in one declared unit: 0.001 m³ in a litre, 3.6 MJ in a kWh, 2 pieces in a pair. */
const PER_UNIT: Readonly<Partial<Record<DeclaredUnitCode, number>>> = {
  L: 0.001,
  KWH: 3.6,
  PAIR: 2,
};

/** Indicators of EN 15804+A2 that EF 3.1 has with the same unit: abbreviation and name. */
const INDICATORS: Readonly<Record<string, readonly [code: string, name: string]>> = {
  ODP: ['ODP', 'Depletion potential of the stratospheric ozone layer'],
  AP: ['AP', 'Acidification potential'],
  EPF: ['EP-freshwater', 'Eutrophication potential, freshwater'],
  EPM: ['EP-marine', 'Eutrophication potential, marine'],
  EPT: ['EP-terrestrial', 'Eutrophication potential, terrestrial'],
  POCP: ['POCP', 'Formation potential of tropospheric ozone'],
  RUMM: ['ADP-minerals&metals', 'Abiotic depletion potential, minerals and metals'],
  RUF: ['ADP-fossil', 'Abiotic depletion potential, fossil resources'],
  WU: ['WDP', 'Water deprivation potential'],
  PM: ['PM', 'Particulate matter emissions'],
  IR: ['IRP', 'Ionising radiation, human health'],
  ETF: ['ETP-fw', 'Ecotoxicity, freshwater'],
  HTOX_c: ['HTP-c', 'Human toxicity, cancer effects'],
  HTOX_nc: ['HTP-nc', 'Human toxicity, non-cancer effects'],
  LU: ['SQP', 'Soil quality index'],
};

/**
 * A calculation of a product as data sets of ILCD+EPD 1.2. GWP-GHG, which leaves biogenic CO2 out, is declared by
 * module. GWP-total needs the balance of biogenic carbon, which is rarely known, so it is left out. The parts of
 * GWP and the other indicators are known for the whole result only, and declared if that is A1 to A3.
 */
export function ilcdEpdOf(
  row: FootprintRow,
  result: FootprintResult,
  owner: FootprintOwner,
): IlcdEpd {
  return { process: processXml(row, result, owner), flow: flowXml(row, result) };
}

function processXml(row: FootprintRow, result: FootprintResult, owner: FootprintOwner): string {
  const { amount, unit } = result.subject.declaredUnit;
  const [year, until] = [row.createdAt.getUTCFullYear(), row.createdAt.getUTCFullYear() + 3];
  const comment =
    'Result of a calculation with Trackway. It is not verified and not an environmental product declaration.';
  return `<?xml version="1.0" encoding="UTF-8"?>
<processDataSet xmlns="http://lca.jrc.it/ILCD/Process" xmlns:common="http://lca.jrc.it/ILCD/Common" xmlns:epd="http://www.iai.kit.edu/EPD/2013" version="1.1" epd:epd-version="1.2">
  <processInformation>
    <dataSetInformation>
      <common:UUID>${row.id}</common:UUID>
      <name><baseName xml:lang="en">${xmlText(row.name)}</baseName></name>
      <common:generalComment xml:lang="en">${comment} Snapshot ${result.snapshotHash}.</common:generalComment>
    </dataSetInformation>
    <quantitativeReference type="Reference flow(s)"><referenceToReferenceFlow>0</referenceToReferenceFlow></quantitativeReference>
    <time><common:referenceYear>${year}</common:referenceYear><common:dataSetValidUntil>${until}</common:dataSetValidUntil></time>
    <geography><locationOfOperationSupplyOrProduction location="${row.originCountry ?? 'GLO'}"/></geography>
  </processInformation>
  <modellingAndValidation>
    <LCIMethodAndAllocation><typeOfDataSet>EPD</typeOfDataSet></LCIMethodAndAllocation>
  </modellingAndValidation>
  <administrativeInformation>
    <dataEntryBy><common:timeStamp>${row.createdAt.toISOString()}</common:timeStamp></dataEntryBy>
    <publicationAndOwnership>
      <common:dataSetVersion>00.00.001</common:dataSetVersion>
      <common:referenceToOwnershipOfDataSet type="contact data set" refObjectId="${owner.organizationId}"><common:shortDescription xml:lang="en">${xmlText(owner.name)}</common:shortDescription></common:referenceToOwnershipOfDataSet>
    </publicationAndOwnership>
  </administrativeInformation>
  <exchanges>
    <exchange dataSetInternalID="0">
      <referenceToFlowDataSet type="flow data set" refObjectId="${row.productId}"><common:shortDescription xml:lang="en">${xmlText(row.name)}</common:shortDescription></referenceToFlowDataSet>
      <exchangeDirection>Output</exchangeDirection>
      <meanAmount>${amount * (PER_UNIT[unit] ?? 1)}</meanAmount>
    </exchange>
  </exchanges>
  <LCIAResults>
${resultsOf(result).join('\n')}
  </LCIAResults>
</processDataSet>
`;
}

/** The product as a flow, whose property says the unit. */
function flowXml({ productId, name }: FootprintRow, { subject }: FootprintResult): string {
  const [property, propertyName] = FLOW_PROPERTIES[subject.declaredUnit.unit];
  return `<?xml version="1.0" encoding="UTF-8"?>
<flowDataSet xmlns="http://lca.jrc.it/ILCD/Flow" xmlns:common="http://lca.jrc.it/ILCD/Common" version="1.1">
  <flowInformation>
    <dataSetInformation>
      <common:UUID>${productId}</common:UUID>
      <name><baseName xml:lang="en">${xmlText(name)}</baseName></name>
    </dataSetInformation>
    <quantitativeReference><referenceToReferenceFlowProperty>0</referenceToReferenceFlowProperty></quantitativeReference>
  </flowInformation>
  <modellingAndValidation><LCIMethod><typeOfDataSet>Product flow</typeOfDataSet></LCIMethod></modellingAndValidation>
  <flowProperties>
    <flowProperty dataSetInternalID="0">
      <referenceToFlowPropertyDataSet type="flow property data set" refObjectId="${property}"><common:shortDescription xml:lang="en">${propertyName}</common:shortDescription></referenceToFlowPropertyDataSet>
      <meanValue>1.0</meanValue>
    </flowProperty>
  </flowProperties>
</flowDataSet>
`;
}

function resultsOf(result: FootprintResult): string[] {
  const { full } = result;
  const byModule = [...modulesOf(result)];
  const climate = resultXml(
    'Global Warming Potential without biogenic carbon (GWP-GHG)',
    byModule,
    KG_CO2E,
  );
  if (full === null || full.boundary !== 'CRADLE_TO_GATE') return [climate];
  const landUse = full.greenhouseGases.landUseChangeCo2eKg ?? 0;
  const gate = (value: number): Modules => [['A1-A3', value]];
  return [
    climate,
    resultXml(
      'Global Warming Potential fossil fuels (GWP-fossil)',
      gate(result.co2eKg - landUse),
      KG_CO2E,
      '5f635281-343e-44fb-83df-1971b155e6b6',
    ),
    ...(landUse > 0
      ? [
          resultXml(
            'Global Warming Potential land use and land use change (GWP-luluc)',
            gate(landUse),
            KG_CO2E,
            '4331bbdb-978a-490d-8707-eb047f01a55f',
          ),
        ]
      : []),
    ...full.indicators.flatMap(({ code, value, unit, isComplete }) => {
      const known = INDICATORS[code];
      if (known === undefined || value === null || !isComplete) return [];
      return [resultXml(`${known[1]} (${known[0]})`, gate(value), unit)];
    }),
  ];
}

const KG_CO2E = 'kg CO2 eq.';

type Modules = readonly (readonly [module: string, value: number])[];

/** Climate results by module; a module without a phase is not declared. D is apart and never summed. */
function* modulesOf({ phases, full }: FootprintResult): Generator<readonly [string, number]> {
  for (const [module, ofModule] of MODULES) {
    const found = phases.filter(({ phase }) => ofModule.includes(phase));
    if (found.length > 0) yield [module, found.reduce((sum, { co2eKg }) => sum + co2eKg, 0)];
  }
  if (full !== null && full.beyondSystemCo2eKg !== 0) yield ['D', full.beyondSystemCo2eKg];
}

function resultXml(name: string, modules: Modules, unit: string, id?: string): string {
  const reference = id === undefined ? '' : ` refObjectId="${id}"`;
  const amounts = modules.map(
    ([module, value]) => `<epd:amount epd:module="${module}">${value}</epd:amount>`,
  );
  return `    <LCIAResult>
      <referenceToLCIAMethodDataSet type="LCIA method data set"${reference}><common:shortDescription xml:lang="en">${xmlText(name)}</common:shortDescription></referenceToLCIAMethodDataSet>
      <common:other>${amounts.join('')}<epd:referenceToUnitGroupDataSet type="unit group data set"><common:shortDescription xml:lang="en">${xmlText(unit)}</common:shortDescription></epd:referenceToUnitGroupDataSet></common:other>
    </LCIAResult>`;
}

/** XML 1.0 has none of these characters, not even as references; names of products may. */
const NOT_OF_XML = /[\ufffe\uffff]|(?![\t\n\r])\p{Cc}/gu;

function xmlText(text: string): string {
  return escapeHtml(text.replace(NOT_OF_XML, ' '));
}
