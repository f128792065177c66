/** Powers by dimension: square metres are `{ length: 2 }`. */
type Dimension = Readonly<Record<string, number>>;

export interface Unit {
  readonly text: string;
  /** Number of base units (kg, m, J, s, one) in the unit. */
  readonly scale: number;
  readonly dimension: Dimension;
}

/** Two units that no number connects, such as kg and km. */
export class UnitMismatch extends Error {
  readonly from: string;
  readonly to: string;

  constructor(from: string, to: string) {
    super(`${from} cannot be converted to ${to}.`);
    this.name = 'UnitMismatch';
    this.from = from;
    this.to = to;
  }
}

/** Exact by definition: international pound, mile and gallon; 15 °C and IT BTU as NIST SP 811. */
const ATOMS = tableOf<readonly [scale: number, dimension: Dimension]>({
  kg: [1, { mass: 1 }],
  g: [1e-3, { mass: 1 }],
  t: [1e3, { mass: 1 }],
  lb: [0.45359237, { mass: 1 }],
  mg: [1e-6, { mass: 1 }],
  short_ton: [907.18474, { mass: 1 }],
  /** Metric carat. */
  carat: [0.0002, { mass: 1 }],
  m: [1, { length: 1 }],
  km: [1e3, { length: 1 }],
  mi: [1609.344, { length: 1 }],
  nmi: [1852, { length: 1 }],
  m2: [1, { length: 2 }],
  cm2: [1e-4, { length: 2 }],
  mm2: [1e-6, { length: 2 }],
  m3: [1, { length: 3 }],
  l: [1e-3, { length: 3 }],
  Ml: [1e3, { length: 3 }],
  gal_us: [3.785411784e-3, { length: 3 }],
  scf: [0.028316846592, { length: 3 }],
  J: [1, { energy: 1 }],
  MJ: [1e6, { energy: 1 }],
  GJ: [1e9, { energy: 1 }],
  Wh: [3.6e3, { energy: 1 }],
  kWh: [3.6e6, { energy: 1 }],
  MWh: [3.6e9, { energy: 1 }],
  mmBtu: [1.05505585262e9, { energy: 1 }],
  therm: [1.05505585262e8, { energy: 1 }],
  // Fuel energy by gross and net calorific value differ by up to 11 %: kept apart.
  kWh_gross: [3.6e6, { energy: 1, gross_calorific: 1 }],
  mmBtu_hhv: [1.05505585262e9, { energy: 1, gross_calorific: 1 }],
  kWh_net: [3.6e6, { energy: 1, net_calorific: 1 }],
  s: [1, { time: 1 }],
  min: [60, { time: 1 }],
  h: [3600, { time: 1 }],
  year: [31_557_600, { time: 1 }],
});

/** Other spellings: of the API's declared units, of PACT, of people. */
const SPELLINGS = tableOf({
  KG: 'kg',
  M: 'm',
  M2: 'm2',
  M3: 'm3',
  L: 'l',
  KWH: 'kWh',
  TKM: 't.km',
  PIECE: 'piece',
  PAIR: 'pair',
  liter: 'l',
  litre: 'l',
  kilogram: 'kg',
  'cubic meter': 'm3',
  'square meter': 'm2',
  'kilowatt hour': 'kWh',
  megajoule: 'MJ',
  'ton kilometer': 't.km',
  tkm: 't.km',
  tonne: 't',
  kwh: 'kWh',
});

/** A map, because units are texts that people choose, and `constructor` is none of these. */
function tableOf<Entry>(entries: Readonly<Record<string, Entry>>): ReadonlyMap<string, Entry> {
  return new Map(Object.entries(entries));
}

const known = new Map<string, Unit>();
/** People may count in endless things; the memory for them ends. */
const MOST_KNOWN = 1_000;

/**
 * Reads a unit: atoms joined by points, `t.km`, `short_ton.mi`. An unknown atom is a thing that is
 * counted (`piece`, `pair`, `room`, `USD_2022_purchaser`): a dimension of its own.
 */
export function parseUnit(text: string): Unit {
  const found = known.get(text);
  if (found !== undefined) return found;
  let scale = 1;
  const powers = new Map<string, number>();
  for (const atom of (SPELLINGS.get(text) ?? text).split('.')) {
    const [factor, dimension] = ATOMS.get(atom) ?? [1, { [atom]: 1 }];
    scale *= factor;
    for (const [base, power] of Object.entries(dimension)) {
      powers.set(base, (powers.get(base) ?? 0) + power);
    }
  }
  const unit = { text, scale, dimension: Object.fromEntries(powers) };
  if (known.size < MOST_KNOWN) known.set(text, unit);
  return unit;
}

export function haveSameDimension(a: string, b: string): boolean {
  const first = parseUnit(a).dimension;
  const second = parseUnit(b).dimension;
  const bases = Object.keys(first);
  return (
    bases.length === Object.keys(second).length &&
    bases.every((base) => first[base] === second[base])
  );
}

/** The same quantity in another unit: value · scale(from) / scale(to). Refuses other dimensions. */
export function convert(value: number, from: string, to: string): number {
  if (from === to) return value;
  const ratio = ratioOf(from, to);
  // One rounding where the ratio is whole, as it is between all metric units.
  return ratio >= 1 ? value * ratio : value / ratioOf(to, from);
}

/** scale(from) / scale(to); refuses other dimensions. */
function ratioOf(from: string, to: string): number {
  const ratios = ratiosFrom.get(from);
  const found = ratios?.get(to);
  if (found !== undefined) return found;
  if (!haveSameDimension(from, to)) throw new UnitMismatch(from, to);
  const ratio = parseUnit(from).scale / parseUnit(to).scale;
  if (ratios === undefined && ratiosFrom.size < MOST_KNOWN)
    ratiosFrom.set(from, new Map([[to, ratio]]));
  else if (ratios !== undefined && ratios.size < MOST_KNOWN) ratios.set(to, ratio);
  return ratio;
}

const ratiosFrom = new Map<string, Map<string, number>>();
