import { type RawFactor, type ReadRow, readDraft } from './draft.ts';
import { attributeOf, geographyOf, numberOf } from './ecospold-common.ts';
import { impactCategoryOf } from './impact-names.ts';
import { compartmentOf, type UnitProcess } from './unit-process.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from './xml.ts';

/** Newest first: of several methods in one dataset, the results of one are taken, never a mixture. */
const METHODS = ['EF v3.1', 'EF v3.0', 'IPCC 2021', 'IPCC 2013'];

/** A dataset of ecoSpold 2: a row from its impact results, or a unit process if it states none. */
export function readEcoSpold2(
  dataset: XmlElement,
  line: number,
  fileName: string,
): ReadRow | UnitProcess {
  const id = attributeOf(elementAt(dataset, 'activityDescription', 'activity'), 'id') || fileName;
  const exchanges = elementsAt(dataset, 'flowData', 'intermediateExchange');
  const reference = exchanges.find(
    (exchange) => textAt(exchange, 'outputGroup') === '0' && numberOf(exchange, 'amount') !== 0,
  );
  if (reference === undefined) {
    return { problem: { line, row: id, message: 'The dataset has no reference product.' } };
  }
  const raw = rawOf(dataset, reference, fileName);
  const indicators = elementsAt(dataset, 'flowData', 'impactIndicator');
  if (indicators.length > 0) return resultRow(id, raw, reference, indicators, line);
  return unitProcess(id, raw, reference, dataset, line);
}

function rawOf(dataset: XmlElement, reference: XmlElement, fileName: string): RawFactor {
  const description = elementAt(dataset, 'activityDescription');
  const activity = textAt(description, 'activity', 'activityName');
  const place = textAt(description, 'geography', 'shortname');
  return {
    name: `${textAt(reference, 'name')} | ${activity}`,
    category: activity,
    activity: 'cradle_to_gate',
    unit: textAt(reference, 'unitName'),
    geography: geographyOf(place),
    year: attributeOf(elementAt(description, 'timePeriod'), 'endDate').slice(0, 4),
    source: 'ecoSpold2',
    sourceReference: fileName,
    sourceNote: `Geography ${place}.`,
  };
}

function resultRow(
  id: string,
  raw: RawFactor,
  reference: XmlElement,
  all: readonly XmlElement[],
  line: number,
): ReadRow {
  const of = (method: string) => all.filter((each) => textAt(each, 'impactMethodName') === method);
  const method = METHODS.find((name) => of(name).length > 0);
  const perUnit = numberOf(reference, 'amount');
  const values: Record<string, number> = {};
  for (const indicator of method === undefined ? [] : of(method)) {
    const code = impactCategoryOf(
      textAt(indicator, 'impactCategoryName'),
      textAt(indicator, 'name'),
    );
    if (code !== undefined) values[code] = numberOf(indicator, 'amount') / perUnit;
  }
  const co2eKgPerUnit = values['CC'];
  if (method === undefined || co2eKgPerUnit === undefined) {
    const message = `The dataset has no climate change result of ${METHODS.join(', ')}: export it with impact assessment results.`;
    return { problem: { line, row: id, message } };
  }
  return readDraft(
    {
      ...raw,
      id: `${id}:${textAt(reference, 'name')}`,
      co2eKgPerUnit,
      gwpSet: method,
      indicators: Object.keys(values).length > 1 ? values : undefined,
    },
    line,
  );
}

/** The activity link of an exchange names the supplier; without a link the product alone does. */
function unitProcess(
  id: string,
  raw: RawFactor,
  reference: XmlElement,
  dataset: XmlElement,
  line: number,
): UnitProcess {
  const flowOf = (exchange: XmlElement) =>
    attributeOf(exchange, 'intermediateExchangeId') || textAt(exchange, 'name');
  const exchanges = elementsAt(dataset, 'flowData', 'intermediateExchange').filter(
    (exchange) => exchange !== reference && numberOf(exchange, 'amount') !== 0,
  );
  const linked = (exchange: XmlElement) => {
    const activity = attributeOf(exchange, 'activityLinkId');
    return {
      flow: flowOf(exchange),
      name: textAt(exchange, 'name'),
      amount: numberOf(exchange, 'amount'),
      provider: activity === '' ? undefined : `${activity}:${flowOf(exchange)}`,
    };
  };
  const byProducts = exchanges.filter((exchange) => textAt(exchange, 'outputGroup') !== '');
  return {
    id: `${id}:${flowOf(reference)}`,
    line,
    raw,
    outputs: [
      {
        flow: flowOf(reference),
        name: textAt(reference, 'name'),
        amount: numberOf(reference, 'amount'),
        unit: textAt(reference, 'unitName'),
        share: 1,
      },
    ],
    isTreatment: false,
    inputs: exchanges.filter((exchange) => textAt(exchange, 'inputGroup') !== '').map(linked),
    wastes: [],
    interventions: elementsAt(dataset, 'flowData', 'elementaryExchange').map((exchange) => ({
      flow: attributeOf(exchange, 'elementaryExchangeId') || textAt(exchange, 'name'),
      name: textAt(exchange, 'name'),
      cas: attributeOf(exchange, 'casNumber'),
      compartment: compartmentOf(textAt(elementAt(exchange, 'compartment'), 'compartment')),
      amount: numberOf(exchange, 'amount'),
      unit: textAt(exchange, 'unitName'),
    })),
    changes:
      byProducts.length === 0
        ? []
        : [
            `By-products carry nothing of the process: ${byProducts.map((each) => textAt(each, 'name')).join(', ')}.`,
          ],
  };
}
