import sax from 'sax';
import { type RawFactor, type ReadRow, readDraft } from './draft.ts';
import { impactCategoryOf } from './impact-names.ts';

/** One result of a life-cycle impact assessment, as the dataset states it. */
type Indicator = { method: string; category: string; name: string; amount: number };

type Exchange = { name: string; unit: string; amount: number; isReference: boolean };

type Dataset = {
  id: string;
  activity: string;
  geography: string;
  year: string;
  reference: Exchange | undefined;
  indicators: Indicator[];
};

/** Newest first: of several methods in one dataset, the results of one are taken, never a mixture. */
const METHODS = ['EF v3.1', 'EF v3.0', 'IPCC 2021', 'IPCC 2013'];

/**
 * Factors of an ecoSpold2 file: one per dataset, per unit of its reference product. It accepts
 * files with impact assessment results (`impactIndicator`); a file with an inventory alone lists
 * flows without their effects and is reported.
 */
export function readEcoSpold(xml: string, line: number, fileName: string): ReadRow[] {
  let datasets: Dataset[];
  try {
    datasets = parseDatasets(xml);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return [{ problem: { line, row: fileName, message: `Not ecoSpold2: ${reason}` } }];
  }
  if (datasets.length === 0) {
    const message = 'Not ecoSpold2: there is no activityDataset in it.';
    return [{ problem: { line, row: fileName, message } }];
  }
  return datasets.map((dataset) => factorOf(dataset, line, fileName));
}

function factorOf(dataset: Dataset, line: number, fileName: string): ReadRow {
  const { reference } = dataset;
  const row = dataset.id || fileName;
  if (reference === undefined || reference.amount === 0) {
    return { problem: { line, row, message: 'The dataset has no reference product.' } };
  }
  const method = METHODS.find((name) => methodOf(dataset, name).length > 0);
  const chosen = method === undefined ? [] : methodOf(dataset, method);
  const indicators: Record<string, number> = {};
  for (const { category, name, amount } of chosen) {
    const code = impactCategoryOf(category, name);
    if (code !== undefined) indicators[code] = amount / reference.amount;
  }
  const co2eKgPerUnit = indicators['CC'];
  if (method === undefined || co2eKgPerUnit === undefined) {
    const message = `The dataset has no climate change result of ${METHODS.join(', ')}: export it with impact assessment results.`;
    return { problem: { line, row, message } };
  }
  const raw: RawFactor = {
    id: `${row}:${reference.name}`,
    name: `${reference.name} | ${dataset.activity}`,
    category: dataset.activity,
    activity: 'cradle_to_gate',
    unit: reference.unit,
    geography: geographyOf(dataset.geography),
    year: dataset.year,
    co2eKgPerUnit,
    gwpSet: method,
    indicators: Object.keys(indicators).length > 1 ? indicators : undefined,
    source: 'ecoSpold2',
    sourceReference: fileName,
    sourceNote: `Geography ${dataset.geography}.`,
  };
  return readDraft(raw, line);
}

function methodOf({ indicators }: Dataset, name: string): Indicator[] {
  return indicators.filter(({ method }) => method.trim() === name);
}

/** ecoinvent's own shortnames: countries as they are, the rest of the world as the globe. */
function geographyOf(shortname: string): string {
  if (shortname === 'RoW' || shortname === 'GLO') return 'GLO';
  if (shortname === 'RER') return 'region:europe';
  if (/^[A-Z]{2}(-[A-Za-z0-9]+)?$/.test(shortname)) return shortname;
  return `region:${shortname
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)}`;
}

/** State of the parser: the dataset, and the exchange or indicator inside it. */
type Reading = { dataset: Dataset; exchange: Exchange; indicator: Indicator };

/** Handlers for the text of elements, by parent and name. */
const TEXTS: Readonly<Record<string, (reading: Reading, text: string) => void>> = {
  'activity/activityName': ({ dataset }, text) => {
    dataset.activity = text;
  },
  'geography/shortname': ({ dataset }, text) => {
    dataset.geography = text;
  },
  'intermediateExchange/name': ({ exchange }, text) => {
    exchange.name = text;
  },
  'intermediateExchange/unitName': ({ exchange }, text) => {
    exchange.unit = text;
  },
  'intermediateExchange/outputGroup': ({ exchange }, text) => {
    exchange.isReference = text === '0';
  },
  'impactIndicator/impactMethodName': ({ indicator }, text) => {
    indicator.method = text;
  },
  'impactIndicator/impactCategoryName': ({ indicator }, text) => {
    indicator.category = text;
  },
  'impactIndicator/name': ({ indicator }, text) => {
    indicator.name = text;
  },
};

function parseDatasets(xml: string): Dataset[] {
  const datasets: Dataset[] = [];
  const reading: Reading = {
    dataset: newDataset(),
    exchange: newExchange(0),
    indicator: newIndicator(0),
  };
  const path: string[] = [];
  let text = '';
  const reader = sax.parser(true, { trim: true, normalize: true });
  reader.onerror = (error) => {
    throw error;
  };
  reader.ontext = (part) => {
    text += part;
  };
  reader.onopentag = ({ name, attributes }) => {
    path.push(name);
    text = '';
    const attribute = (key: string) => String(attributes[key] ?? '');
    if (DATASETS.has(name)) reading.dataset = newDataset();
    else if (name === 'activity') reading.dataset.id = attribute('id');
    else if (name === 'timePeriod') reading.dataset.year = attribute('endDate').slice(0, 4);
    else if (name === 'intermediateExchange') {
      reading.exchange = newExchange(Number(attribute('amount')));
    } else if (name === 'impactIndicator') {
      reading.indicator = newIndicator(Number(attribute('amount')));
    }
  };
  reader.onclosetag = (name) => {
    path.pop();
    const { dataset, exchange, indicator } = reading;
    TEXTS[`${path.at(-1)}/${name}`]?.(reading, text);
    if (name === 'impactIndicator') dataset.indicators.push(indicator);
    else if (name === 'intermediateExchange' && exchange.isReference)
      dataset.reference ??= exchange;
    else if (DATASETS.has(name)) datasets.push(dataset);
    text = '';
  };
  reader.write(xml).close();
  return datasets;
}

const DATASETS = new Set(['activityDataset', 'childActivityDataset']);

function newDataset(): Dataset {
  return { id: '', activity: '', geography: '', year: '', reference: undefined, indicators: [] };
}

function newExchange(amount: number): Exchange {
  return { name: '', unit: '', amount, isReference: false };
}

function newIndicator(amount: number): Indicator {
  return { method: '', category: '', name: '', amount };
}
