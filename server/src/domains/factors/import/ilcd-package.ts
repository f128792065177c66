import { attributeOf } from './ecospold-common.ts';
import { casOf } from './greenhouse-flows.ts';
import { impactCategoryOf } from './impact-names.ts';
import {
  type Compartment,
  compartmentOf,
  type ImpactMethod,
  type MethodFactor,
} from './unit-process.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from './xml.ts';

type Flow = {
  readonly name: string;
  readonly cas: string;
  readonly type: string;
  readonly compartment: Compartment;
  /** Id of its reference flow property. */
  readonly property: string;
  /** Amount of the reference flow property in one unit of the flow: 1000 kg for a flow of a tonne. */
  readonly perUnit: number;
};

/** The data sets of an ILCD package that factors need, by UUID. */
export type IlcdPackage = {
  readonly processes: { readonly process: XmlElement; readonly line: number }[];
  readonly flows: Map<string, Flow>;
  /** Unit group of a flow property. */
  readonly unitGroupOf: Map<string, string>;
  readonly unitOf: Map<string, string>;
  method: ImpactMethod | undefined;
};

/** Root elements of the data sets that are read; contacts and sources are not. */
export const ILCD_DATA_SETS: ReadonlySet<string> = new Set([
  'processDataSet',
  'flowDataSet',
  'flowPropertyDataSet',
  'unitGroupDataSet',
  'LCIAMethodDataSet',
]);

/** Flow properties of the ILCD reference data, whose data sets a package may leave out. */
const KNOWN_UNITS: Readonly<Record<string, string>> = {
  '93a60a56-a3c8-11da-a746-0800200b9a66': 'kg',
  '93a60a56-a3c8-22da-a746-0800200c9a66': 'm3',
  '93a60a56-a3c8-19da-a746-0800200c9a66': 'm2',
  '93a60a56-a3c8-11da-a746-0800200c9a66': 'MJ',
  '838aaa23-0117-11db-92e3-0800200c9a66': 'm',
  '01846770-4cfe-4a25-8ad9-919d8d378345': 'piece',
  '118f2a40-50ec-457c-aa60-9bc6b6af9931': 'tkm',
};

export function newIlcdPackage(): IlcdPackage {
  return {
    processes: [],
    flows: new Map(),
    unitGroupOf: new Map(),
    unitOf: new Map(),
    method: undefined,
  };
}

export function addDataSet(ilcd: IlcdPackage, dataSet: XmlElement): void {
  switch (dataSet.name) {
    case 'processDataSet':
      ilcd.processes.push({ process: dataSet, line: ilcd.processes.length + 1 });
      break;
    case 'flowDataSet':
      addFlow(ilcd, dataSet);
      break;
    case 'flowPropertyDataSet': {
      const information = elementAt(dataSet, 'flowPropertiesInformation');
      const group = elementAt(
        information,
        'quantitativeReference',
        'referenceToReferenceUnitGroup',
      );
      const id = textAt(information, 'dataSetInformation', 'UUID');
      ilcd.unitGroupOf.set(id, attributeOf(group, 'refObjectId'));
      break;
    }
    case 'unitGroupDataSet': {
      const information = elementAt(dataSet, 'unitGroupInformation');
      const reference = textAt(information, 'quantitativeReference', 'referenceToReferenceUnit');
      const unit = elementsAt(dataSet, 'units', 'unit').find(
        (each) => attributeOf(each, 'dataSetInternalID') === reference,
      );
      ilcd.unitOf.set(textAt(information, 'dataSetInformation', 'UUID'), textAt(unit, 'name'));
      break;
    }
    case 'LCIAMethodDataSet':
      addMethod(ilcd, dataSet);
      break;
  }
}

function addFlow(ilcd: IlcdPackage, dataSet: XmlElement): void {
  const information = elementAt(dataSet, 'flowInformation');
  const description = elementAt(information, 'dataSetInformation');
  const reference = textAt(
    information,
    'quantitativeReference',
    'referenceToReferenceFlowProperty',
  );
  const property = elementsAt(dataSet, 'flowProperties', 'flowProperty').find(
    (each) => attributeOf(each, 'dataSetInternalID') === reference,
  );
  const categories = elementsAt(
    description,
    'classificationInformation',
    'elementaryFlowCategorization',
    'category',
  );
  ilcd.flows.set(textAt(description, 'UUID'), {
    name: textAt(description, 'name', 'baseName'),
    cas: casOf(textAt(description, 'CASNumber')),
    type: textAt(dataSet, 'modellingAndValidation', 'LCIMethod', 'typeOfDataSet'),
    compartment: compartmentOf(categories.map(({ text }) => text).join('/')),
    property: attributeOf(elementAt(property, 'referenceToFlowPropertyDataSet'), 'refObjectId'),
    perUnit: Number(textAt(property, 'meanValue') || 1),
  });
}

/** Each method data set is one indicator; together they are the method of the package. */
function addMethod(ilcd: IlcdPackage, dataSet: XmlElement): void {
  const information = elementAt(dataSet, 'LCIAMethodInformation', 'dataSetInformation');
  const name = textAt(information, 'name');
  const indicator =
    impactCategoryOf(textAt(information, 'impactCategory')) ??
    impactCategoryOf(name.split(/[;,-]/)[0] ?? '');
  if (indicator === undefined) return;
  const isKnown = ilcd.method?.factors.some((factor) => factor.indicator === indicator);
  if (isKnown === true) return;
  const factors = elementsAt(dataSet, 'characterisationFactors', 'factor').map(
    (factor): MethodFactor => {
      const flow = elementAt(factor, 'referenceToFlowDataSet');
      const description = textAt(flow, 'shortDescription');
      return {
        indicator,
        flow: attributeOf(flow, 'refObjectId'),
        name: plainFlowName(description),
        compartment: compartmentOf(description),
        factor: Number(textAt(factor, 'meanValue')),
      };
    },
  );
  const methodName = textAt(information, 'methodology') || name;
  ilcd.method = {
    name: ilcd.method?.name ?? methodName,
    factors: [...(ilcd.method?.factors ?? []), ...factors],
  };
}

/** The reference unit of the flow that an exchange names; undefined if the package does not tell it. */
export function referenceUnitOf(ilcd: IlcdPackage, exchange: XmlElement): string | undefined {
  const id = attributeOf(elementAt(exchange, 'referenceToFlowDataSet'), 'refObjectId');
  const property = ilcd.flows.get(id)?.property ?? '';
  const group = ilcd.unitGroupOf.get(property) ?? '';
  const stated = textAt(exchange, 'other', 'referenceToUnitGroupDataSet', 'shortDescription');
  const unit = ilcd.unitOf.get(group) ?? KNOWN_UNITS[property] ?? (stated || undefined);
  return unit === undefined ? undefined : plainUnit(unit);
}

/** `qm`, `m^2` and `Item(s)` are names that data sets give to m2 and pieces. */
function plainUnit(unit: string): string {
  const plain = unit.trim().replace('²', '2').replace('³', '3').replace('^', '');
  if (plain === 'qm') return 'm2';
  return /^(items?(\(s\))?|pcs?\.?|pieces?|stk\.?|stück|unit)$/i.test(plain) ? 'piece' : plain;
}

/** "carbon dioxide (fossil); Emissions to air" and "methane (Emissions to air)" without the compartment. */
export function plainFlowName(description: string): string {
  return (description.split(';')[0] ?? '')
    .replace(/\((emissions?|resources?)\b[^)]*\)/i, '')
    .trim();
}
