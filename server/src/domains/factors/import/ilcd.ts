import { type ImportOptions, type RawFactor, type ReadRow, readDraft } from './draft.ts';
import { attributeOf } from './ecospold-common.ts';
import { epdResults } from './ilcd-epd.ts';
import { type IlcdPackage, plainFlowName, referenceUnitOf } from './ilcd-package.ts';
import { factorsOfProcesses } from './solve-processes.ts';
import { compartmentOf, type UnitProcess } from './unit-process.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from './xml.ts';

/**
 * Factors of an ILCD package. A declaration (ILCD+EPD) or a dataset with impact results gives its
 * results; processes with an inventory alone are linked by their product flows and solved.
 */
export function readIlcd(ilcd: IlcdPackage, options: ImportOptions): ReadRow[] {
  const rows: ReadRow[] = [];
  const processes: UnitProcess[] = [];
  for (const { process, line } of ilcd.processes) {
    const read = readProcess(ilcd, process, line);
    if ('outputs' in read) processes.push(read);
    else rows.push(read);
  }
  if (processes.length === 0) return rows;
  const database = { processes, method: ilcd.method };
  return [...rows, ...factorsOfProcesses(database, options)];
}

function readProcess(ilcd: IlcdPackage, process: XmlElement, line: number): ReadRow | UnitProcess {
  const information = elementAt(process, 'processInformation');
  const id = textAt(information, 'dataSetInformation', 'UUID');
  const reference = referenceOf(process);
  if (reference === undefined) {
    return { problem: { line, row: id, message: 'The process has no quantitative reference.' } };
  }
  const unit = referenceUnitOf(ilcd, reference);
  if (unit === undefined) {
    const flow = textAt(reference, 'referenceToFlowDataSet', 'shortDescription');
    const message = `The unit of ${flow} is not known: export the process with its flows, flow properties and unit groups.`;
    return { problem: { line, row: id, message } };
  }
  const raw: RawFactor = { ...rawOf(process), unit };
  const amount = amountOf(ilcd, reference);
  const results = epdResults(process, amount);
  if (results !== undefined) {
    const { changes, problem, ...values } = results;
    if (problem !== undefined) return { problem: { line, row: id, message: problem } };
    return readDraft({ ...raw, ...values, id }, line, changes);
  }
  return unitProcess(ilcd, process, raw, reference, { id, line, amount, unit });
}

function rawOf(process: XmlElement): RawFactor {
  const information = elementAt(process, 'processInformation');
  const description = elementAt(information, 'dataSetInformation');
  const location = attributeOf(
    elementAt(information, 'geography', 'locationOfOperationSupplyOrProduction'),
    'location',
  );
  const classes = elementsAt(description, 'classificationInformation', 'classification', 'class');
  const owner = elementAt(
    process,
    'administrativeInformation',
    'publicationAndOwnership',
    'referenceToOwnershipOfDataSet',
  );
  return {
    name: textAt(description, 'name', 'baseName'),
    category: classes[0]?.text,
    subcategory: classes.at(-1)?.text,
    activity: 'cradle_to_gate',
    geography: /^[A-Z]{2}$/.test(location)
      ? location === 'EU'
        ? 'region:europe'
        : location
      : 'GLO',
    year: textAt(information, 'time', 'referenceYear').slice(0, 4),
    source: textAt(owner, 'shortDescription') || 'ILCD',
    sourceTable: textAt(
      process,
      'modellingAndValidation',
      'LCIMethodAndAllocation',
      'typeOfDataSet',
    ),
    sourceReference: textAt(description, 'UUID'),
    sourceNote: location === '' ? '' : `Geography ${location}.`,
  };
}

function referenceOf(process: XmlElement): XmlElement | undefined {
  const id = textAt(
    process,
    'processInformation',
    'quantitativeReference',
    'referenceToReferenceFlow',
  );
  return elementsAt(process, 'exchanges', 'exchange').find(
    (exchange) => attributeOf(exchange, 'dataSetInternalID') === id,
  );
}

/** In the reference unit of the flow. */
function amountOf(ilcd: IlcdPackage, exchange: XmlElement): number {
  const flow = attributeOf(elementAt(exchange, 'referenceToFlowDataSet'), 'refObjectId');
  const amount = Number(textAt(exchange, 'resultingAmount') || textAt(exchange, 'meanAmount'));
  return amount * (ilcd.flows.get(flow)?.perUnit ?? 1);
}

function unitProcess(
  ilcd: IlcdPackage,
  process: XmlElement,
  raw: RawFactor,
  reference: XmlElement,
  own: { id: string; line: number; amount: number; unit: string },
): UnitProcess {
  const exchanges = elementsAt(process, 'exchanges', 'exchange')
    .filter((exchange) => exchange !== reference)
    .map((exchange) => exchangeOf(ilcd, exchange));
  const inputs = exchanges.filter(({ isElementary, isInput }) => !isElementary && isInput);
  return {
    id: own.id,
    line: own.line,
    raw,
    outputs: [{ ...exchangeOf(ilcd, reference), amount: own.amount, unit: own.unit, share: 1 }],
    isTreatment: false,
    inputs,
    wastes: exchanges.filter(({ isElementary, isInput }) => !isElementary && !isInput),
    interventions: exchanges.filter(({ isElementary }) => isElementary),
    changes: [],
  };
}

/** Flow data sets tell elementary flows from products; where they are absent, the description does. */
function exchangeOf(ilcd: IlcdPackage, exchange: XmlElement) {
  const reference = elementAt(exchange, 'referenceToFlowDataSet');
  const flow = attributeOf(reference, 'refObjectId');
  const known = ilcd.flows.get(flow);
  const description = textAt(reference, 'shortDescription');
  return {
    flow,
    name: plainFlowName(description) || (known?.name ?? flow),
    cas: known?.cas,
    isElementary:
      known === undefined
        ? /\b(emissions?|resources?)\b/i.test(description)
        : /elementary/i.test(known.type),
    isInput: /input/i.test(textAt(exchange, 'exchangeDirection')),
    compartment: known?.compartment ?? compartmentOf(description),
    amount: amountOf(ilcd, exchange),
    unit: referenceUnitOf(ilcd, exchange) ?? 'kg',
  };
}
