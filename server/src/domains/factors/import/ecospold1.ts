import type { ImportOptions } from './draft.ts';
import { attributeOf, geographyOf, numberOf } from './ecospold-common.ts';
import {
  compartmentOf,
  type Intervention,
  type ProductExchange,
  type ProductOutput,
  type UnitProcess,
} from './unit-process.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from './xml.ts';

/** Groups of ecoSpold 1: inputs 1 to 3 and 5 come from other processes, 4 from nature. */
const FROM_NATURE = '4';
const REFERENCE = '0';
const AVOIDED = '1';
const CO_PRODUCT = '2';
const WASTE = '3';
const TO_NATURE = '4';

/**
 * A dataset of ecoSpold 1. Its products are named by name and unit, because the exchanges of most
 * exports do not carry the number of the dataset that supplies them; `linkByPlace` chooses the supplier.
 */
export function readEcoSpold1(
  dataset: XmlElement,
  line: number,
  { isPartial }: ImportOptions,
): UnitProcess | string {
  const information = elementAt(dataset, 'metaInformation', 'processInformation');
  const reference = elementAt(information, 'referenceFunction');
  const location = attributeOf(elementAt(information, 'geography'), 'location');
  const exchanges = elementsAt(dataset, 'flowData', 'exchange');
  const outputs = outputsOf(dataset, exchanges, reference, isPartial);
  if (typeof outputs === 'string') return outputs;
  const grouped = (group: 'inputGroup' | 'outputGroup', values: readonly string[]) =>
    exchanges.filter((exchange) => values.includes(textAt(exchange, group)));
  const end = elementAt(information, 'timePeriod');
  return {
    id: attributeOf(dataset, 'number'),
    line,
    location,
    raw: {
      name: attributeOf(reference, 'name'),
      category: attributeOf(reference, 'category'),
      subcategory: attributeOf(reference, 'subCategory'),
      geography: geographyOf(location),
      year: (textAt(end, 'endYear') || textAt(end, 'endDate')).slice(0, 4),
      source: 'ecoSpold 1',
      sourceReference: attributeOf(dataset, 'number'),
    },
    outputs: outputs.products,
    isTreatment: false,
    inputs: [
      ...grouped('inputGroup', ['1', '2', '3', '5']).map(product),
      ...grouped('outputGroup', [AVOIDED]).map((exchange) => {
        const avoided = product(exchange);
        return { ...avoided, amount: -avoided.amount };
      }),
    ],
    wastes: grouped('outputGroup', [WASTE]).map(product),
    interventions: [
      ...grouped('outputGroup', [TO_NATURE]),
      ...grouped('inputGroup', [FROM_NATURE]),
    ].map(intervention),
    changes: outputs.changes,
  };
}

/** The products; several are divided by mass when all are in one unit, because most files state no shares. */
function outputsOf(
  dataset: XmlElement,
  exchanges: readonly XmlElement[],
  reference: XmlElement | undefined,
  isPartial: boolean,
): { products: ProductOutput[]; changes: string[] } | string {
  const made = exchanges.filter((exchange) => {
    const group = textAt(exchange, 'outputGroup');
    return group === REFERENCE || group === CO_PRODUCT;
  });
  if (made.length === 0 && reference !== undefined) {
    const amount = numberOf(reference, 'amount');
    const unit = attributeOf(reference, 'unit');
    const name = attributeOf(reference, 'name');
    if (!(amount > 0)) return 'The dataset has no reference product.';
    return {
      products: [{ flow: flowOf(name, unit), name, amount, unit, share: 1 }],
      changes: [],
    };
  }
  const [first] = made;
  const unit = attributeOf(first, 'unit');
  const total = made.reduce((sum, exchange) => sum + numberOf(exchange, 'meanValue'), 0);
  if (first === undefined || !(total > 0)) return 'The dataset has no reference product.';
  const stated = statedShares(dataset, made);
  if (stated !== undefined) return { products: stated, changes: [] };
  const others = made.slice(1).map((exchange) => attributeOf(exchange, 'name'));
  if (made.some((exchange) => attributeOf(exchange, 'unit') !== unit)) {
    if (!isPartial) {
      return `It also makes ${others.join(', ')}, in another unit: export it with its allocation carried out (dataset ${attributeOf(dataset, 'number')}).`;
    }
    const { flow, name, amount } = product(first);
    return {
      products: [{ flow, name, amount, unit, share: 1 }],
      changes: [`${name} carries the whole process; nothing goes to ${others.join(', ')}.`],
    };
  }
  const products = made.map((exchange) => {
    const { flow, name, amount } = product(exchange);
    return { flow, name, amount, unit, share: amount / total };
  });
  const change = `Its ${made.length} products share the process by their amounts in ${unit}.`;
  return { products, changes: made.length > 1 ? [change] : [] };
}

/** Shares of the file, if each product has one share of all inputs and emissions. */
function statedShares(
  dataset: XmlElement,
  made: readonly XmlElement[],
): ProductOutput[] | undefined {
  const allocations = elementsAt(dataset, 'flowData', 'allocation');
  const products = made.map((exchange) => {
    const number = attributeOf(exchange, 'number');
    const fractions = new Set(
      allocations
        .filter((each) => attributeOf(each, 'referenceToCoProduct') === number)
        .map((each) => numberOf(each, 'fraction')),
    );
    const [share = Number.NaN] = fractions;
    const { flow, name, amount } = product(exchange);
    const unit = attributeOf(exchange, 'unit');
    return { flow, name, amount, unit, share: fractions.size === 1 ? share : Number.NaN };
  });
  const sum = products.reduce((total, { share }) => total + share, 0);
  if (!(Math.abs(sum - 1) < 1e-6)) return undefined;
  return products.filter(({ share }) => share > 0);
}

function product(exchange: XmlElement): ProductExchange {
  const name = attributeOf(exchange, 'name');
  const location = attributeOf(exchange, 'location');
  const flow = flowOf(name, attributeOf(exchange, 'unit'));
  return { flow, name, location, amount: numberOf(exchange, 'meanValue') };
}

function flowOf(name: string, unit: string): string {
  return `${name} (${unit})`;
}

function intervention(exchange: XmlElement): Intervention {
  const name = attributeOf(exchange, 'name');
  const category = `${attributeOf(exchange, 'category')}/${attributeOf(exchange, 'subCategory')}`;
  const isInput = textAt(exchange, 'inputGroup') !== '';
  return {
    flow: `${name}\n${attributeOf(exchange, 'subCategory')}`,
    name,
    cas: attributeOf(exchange, 'CASNumber'),
    compartment: isInput ? 'RESOURCE' : compartmentOf(category),
    amount: numberOf(exchange, 'meanValue'),
    unit: attributeOf(exchange, 'unit'),
  };
}
