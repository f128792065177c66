import { evaluate } from './arithmetic.ts';
import { geographyOf } from './ecospold-common.ts';
import { casOf } from './greenhouse-flows.ts';
import { type SimaProBlock, type SimaProFile, simaProBlocks } from './simapro-blocks.ts';
import type { Compartment, Intervention, ProductExchange, UnitProcess } from './unit-process.ts';

const EMISSIONS: Readonly<Record<string, Compartment>> = {
  'Emissions to air': 'AIR',
  'Emissions to water': 'WATER',
  'Emissions to soil': 'SOIL',
  Resources: 'RESOURCE',
};
const SUBSTANCES = [
  'Airborne emissions',
  'Waterborne emissions',
  'Emissions to soil',
  'Raw materials',
];
const INPUTS = ['Materials/fuels', 'Electricity/heat'];
const PARAMETERS = [
  'Database Input parameters',
  'Database Calculated parameters',
  'Project Input parameters',
  'Project Calculated parameters',
];

type SimaProProblem = {
  readonly line: number;
  readonly row: string;
  readonly message: string;
};

/** The processes of a SimaPro CSV export; products are linked by their names. */
export function readSimaPro(text: string): (UnitProcess | SimaProProblem)[] {
  const file = simaProBlocks(text);
  const units = unitsOf(file);
  const cas = new Map(
    file.blocks
      .filter(({ name }) => SUBSTANCES.includes(name))
      .flatMap(({ rows }) => rows.map((row) => [row[0] ?? '', casOf(row[2])] as const)),
  );
  const shared = file.blocks
    .filter(({ name }) => PARAMETERS.includes(name))
    .flatMap(({ rows }) => rows);
  return file.blocks
    .filter(({ name }) => name === 'Process')
    .map((block, at) => {
      try {
        return new ProcessReader(file, block, at + 1, { units, cas, shared }).read();
      } catch (error) {
        if (!(error instanceof UnreadableAmount)) throw error;
        return { line: at + 1, row: fieldOf(block, 'Process name'), message: error.message };
      }
    });
}

type Tables = {
  readonly units: ReadonlyMap<string, { readonly quantity: string; readonly factor: number }>;
  readonly cas: ReadonlyMap<string, string>;
  readonly shared: readonly (readonly string[])[];
};

class UnreadableAmount extends Error {}

class ProcessReader {
  readonly #file: SimaProFile;
  readonly #block: SimaProBlock;
  readonly #line: number;
  readonly #tables: Tables;
  readonly #parameters: ReadonlyMap<string, string>;

  constructor(file: SimaProFile, block: SimaProBlock, line: number, tables: Tables) {
    this.#file = file;
    this.#block = block;
    this.#line = line;
    this.#tables = tables;
    const own = ['Input parameters', 'Calculated parameters'].flatMap((name) => this.#rows(name));
    this.#parameters = new Map(
      [...tables.shared, ...own].map(([name = '', value = '']) => [name.toLowerCase(), value]),
    );
  }

  read(): UnitProcess {
    const treated = this.#rows('Waste treatment');
    const made = treated.length > 0 ? treated : this.#rows('Products');
    const [reference] = made;
    if (reference === undefined) throw new UnreadableAmount('The process has no product.');
    const name = fieldOf(this.#block, 'Process name') || (reference[0] ?? '');
    const shares = made.map((row) => (made.length === 1 ? 100 : this.#number(row[3] ?? '')));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return {
      id: fieldOf(this.#block, 'Process identifier') || name,
      line: this.#line,
      raw: {
        name,
        category: fieldOf(this.#block, 'Category type'),
        subcategory: made.length === 1 ? (reference[made === treated ? 4 : 5] ?? '') : '',
        geography: geographyOf(
          /\{([A-Za-z-]{2,8})\}|\/([A-Z]{2})(?:\b|$)/.exec(name)?.slice(1).find(Boolean) ?? '',
        ),
        year: /(\d{4})(?!.*\d{4})/.exec(fieldOf(this.#block, 'Time period'))?.[1],
        source: 'SimaPro CSV',
        sourceReference: fieldOf(this.#block, 'Process identifier'),
      },
      outputs: made.map((row, at) => {
        const { amount, unit } = this.#measured(row[1] ?? '', row[2] ?? '');
        const product = row[0] ?? '';
        return { flow: product, name: product, amount, unit, share: (shares[at] ?? 0) / total };
      }),
      isTreatment: made === treated,
      inputs: [
        ...INPUTS.flatMap((section) => this.#rows(section)).map((row) => this.#exchange(row, 1)),
        ...this.#rows('Avoided products').map((row) => this.#exchange(row, -1)),
      ],
      wastes: this.#rows('Waste to treatment').map((row) => this.#exchange(row, 1)),
      interventions: Object.entries(EMISSIONS).flatMap(([section, compartment]) =>
        this.#rows(section).map((row) => this.#intervention(row, compartment)),
      ),
      changes: [],
    };
  }

  #rows(section: string): readonly (readonly string[])[] {
    return this.#block.sections.get(section) ?? [];
  }

  #exchange(row: readonly string[], sign: number): ProductExchange {
    const name = row[0] ?? '';
    return { flow: name, name, amount: sign * this.#measured(row[1] ?? '', row[2] ?? '').amount };
  }

  #intervention(row: readonly string[], compartment: Compartment): Intervention {
    const name = row[0] ?? '';
    const { amount, unit } = this.#measured(row[2] ?? '', row[3] ?? '');
    return { flow: name, name, cas: this.#tables.cas.get(name), compartment, amount, unit };
  }

  /** Unit and amount, or amount and unit: SimaPro 8.0 writes the amount first. */
  #measured(one: string, other: string): { amount: number; unit: string } {
    const isAmountFirst = this.#tables.units.has(other) && !this.#tables.units.has(one);
    return isAmountFirst ? this.#amount(other, one) : this.#amount(one, other);
  }

  /** In the reference unit of the quantity, so that producer and consumer agree. */
  #amount(unit: string, text: string): { amount: number; unit: string } {
    const known = this.#tables.units.get(unit);
    const amount = this.#number(text);
    return known === undefined
      ? { amount, unit }
      : { amount: amount * known.factor, unit: known.quantity };
  }

  #number(text: string, depth = 0): number {
    const plain = this.#file.decimalComma ? text.replaceAll(',', '.') : text;
    const value =
      plain.trim() === ''
        ? undefined
        : evaluate(plain, (name) => {
            const parameter = this.#parameters.get(name.toLowerCase());
            return parameter === undefined || depth > 20
              ? undefined
              : this.#number(parameter, depth + 1);
          });
    if (value === undefined) throw new UnreadableAmount(`The amount ${text} cannot be calculated.`);
    return value;
  }
}

/** Units with their reference unit: those of the file, and those of every SimaPro database. */
function unitsOf(file: SimaProFile): Tables['units'] {
  const units = new Map(Object.entries(COMMON_UNITS));
  for (const { rows } of file.blocks.filter(({ name }) => name === 'Units')) {
    for (const [unit = '', , factor = '', reference = ''] of rows) {
      const value = Number(file.decimalComma ? factor.replace(',', '.') : factor);
      if (Number.isFinite(value) && reference !== '') {
        units.set(unit, { quantity: reference, factor: value });
      }
    }
  }
  return units;
}

const COMMON_UNITS: Readonly<Record<string, { quantity: string; factor: number }>> = {
  kg: { quantity: 'kg', factor: 1 },
  g: { quantity: 'kg', factor: 1e-3 },
  mg: { quantity: 'kg', factor: 1e-6 },
  µg: { quantity: 'kg', factor: 1e-9 },
  ton: { quantity: 'kg', factor: 1000 },
  lb: { quantity: 'kg', factor: 0.453_592_37 },
  MJ: { quantity: 'MJ', factor: 1 },
  kWh: { quantity: 'MJ', factor: 3.6 },
  GJ: { quantity: 'MJ', factor: 1000 },
  tkm: { quantity: 'tkm', factor: 1 },
  kgkm: { quantity: 'tkm', factor: 1e-3 },
  m: { quantity: 'm', factor: 1 },
  km: { quantity: 'm', factor: 1000 },
  m2: { quantity: 'm2', factor: 1 },
  m3: { quantity: 'm3', factor: 1 },
  l: { quantity: 'm3', factor: 1e-3 },
};

function fieldOf(block: SimaProBlock, name: string): string {
  const below = block.sections.get(name)?.[0]?.[0];
  // SimaPro 8.0 writes name and value in one line.
  return below ?? block.rows.find(([first]) => first === name)?.[1] ?? '';
}
