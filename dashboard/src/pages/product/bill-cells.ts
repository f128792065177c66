import { wordsOf } from '../../parts/format.ts';
import type { Cell } from '../../parts/rows-editor.tsx';
import type {
  Component,
  EnergyUse,
  PackagingItem,
  ProcessStep,
  TransportLeg,
} from './bill-document.ts';
import { TRANSPORT_METHODS } from './override-input.ts';

const ENERGY_SOURCES = [
  'BIOGAS',
  'BIOMASS',
  'BIOMASS_ELECTRICITY',
  'COAL',
  'DIESEL',
  'DISTRICT_HEAT',
  'FUEL_OIL',
  'GEOTHERMAL',
  'GRID_ELECTRICITY',
  'HYDRO',
  'HYDROGEN',
  'LPG',
  'NATURAL_GAS',
  'NUCLEAR',
  'OTHER',
  'PETROL',
  'RENEWABLE_ELECTRICITY_CERTIFIED',
  'SOLAR',
  'STEAM',
  'WIND',
] as const satisfies readonly EnergyUse['source'][];

const PROCESSES = [
  'BLEACHING',
  'DESIZING',
  'DYEING_AVERAGE',
  'DYEING_BATCH',
  'DYEING_CONTINUOUS',
  'FADING_CHEMICAL',
  'FINISHING_CHEMICAL',
  'KNITTING_AVERAGE',
  'KNITTING_CIRCULAR',
  'KNITTING_FLAT',
  'KNITTING_FULLY_FASHIONED',
  'KNITTING_SEAMLESS',
  'MERCERISING',
  'PRINTING_FIXED_WASHED',
  'PRINTING_PIGMENT',
  'SCOURING',
  'SPINNING_OPEN_END',
  'SPINNING_RING',
  'SPINNING_SYNTHETIC',
  'WASHING_SYNTHETIC',
  'WEAVING',
] as const satisfies readonly NonNullable<ProcessStep['process']>[];

const LEVELS = [
  'PRIMARY',
  'SECONDARY',
  'TERTIARY',
] as const satisfies readonly PackagingItem['level'][];

const choicesOf = (values: readonly string[]) =>
  values.map((value) => [value, wordsOf(value)] as const);

export const text = (value: string) => (value === '' ? null : value);
export const number = (value: string) => (value === '' ? null : Number(value));
const country = (value: string) => text(value.toUpperCase());
const percent = (share: number | null | undefined) =>
  share == null ? null : Math.round(share * 10_000) / 100;
export const share = (value: string) => (value === '' ? null : Number(value) / 100);

export const COMPONENT_CELLS: readonly Cell<Component>[] = [
  {
    key: 'material',
    label: 'Material',
    placeholder: 'cotton, steel, PET …',
    read: ({ material }) => material,
    write: (row, value) => ({ ...row, material: text(value) }),
  },
  {
    key: 'massKg',
    label: 'Mass, kg',
    kind: 'number',
    read: ({ massKg }) => massKg,
    write: (row, value) => ({ ...row, massKg: number(value) }),
  },
  {
    key: 'originCountry',
    label: 'Origin',
    placeholder: 'IN',
    read: ({ originCountry }) => originCountry,
    write: (row, value) => ({ ...row, originCountry: country(value) }),
  },
];

export const MORE_COMPONENT_CELLS: readonly Cell<Component>[] = [
  {
    key: 'name',
    label: 'Name',
    read: ({ name }) => name,
    write: (row, value) => ({ ...row, name: text(value) }),
  },
  {
    key: 'supplier',
    label: 'Supplier',
    read: ({ supplier }) => supplier,
    write: (row, value) => ({ ...row, supplier: text(value) }),
  },
  {
    key: 'recycledShare',
    label: 'Recycled content, %',
    kind: 'number',
    read: ({ recycledShare }) => percent(recycledShare),
    write: (row, value) => ({ ...row, recycledShare: share(value) }),
  },
  {
    key: 'lossRate',
    label: 'Loss, %',
    kind: 'number',
    read: ({ lossRate }) => percent(lossRate),
    write: (row, value) => ({ ...row, lossRate: share(value) }),
  },
  {
    key: 'quantity',
    label: 'Quantity, for a part counted in units',
    kind: 'number',
    read: ({ quantity }) => quantity,
    write: (row, value) => ({ ...row, quantity: number(value) }),
  },
  {
    key: 'unit',
    label: 'Unit of the quantity',
    read: ({ unit }) => unit,
    write: (row, value) => ({ ...row, unit: text(value) }),
  },
  {
    key: 'productId',
    label: 'Product of yours (id)',
    read: ({ productId }) => productId,
    write: (row, value) => ({ ...row, productId: text(value) }),
  },
  {
    key: 'factorId',
    label: 'Emission factor (id)',
    read: ({ factorId }) => factorId,
    write: (row, value) => ({ ...row, factorId: text(value) }),
  },
];

export const PACKAGING_CELLS: readonly Cell<PackagingItem>[] = [
  {
    key: 'material',
    label: 'Material',
    read: ({ material }) => material,
    write: (row, value) => ({ ...row, material: text(value) }),
  },
  {
    key: 'massKg',
    label: 'Mass, kg',
    kind: 'number',
    read: ({ massKg }) => massKg,
    write: (row, value) => ({ ...row, massKg: Number(value) }),
  },
  {
    key: 'level',
    label: 'Level',
    choices: choicesOf(LEVELS),
    read: ({ level }) => level,
    write: (row, value) => ({ ...row, level: LEVELS.find((each) => each === value) ?? row.level }),
  },
];

export const MORE_PACKAGING_CELLS: readonly Cell<PackagingItem>[] = [
  {
    key: 'name',
    label: 'Name',
    read: ({ name }) => name,
    write: (row, value) => ({ ...row, name: text(value) }),
  },
  {
    key: 'recycledShare',
    label: 'Recycled content, %',
    kind: 'number',
    read: ({ recycledShare }) => percent(recycledShare),
    write: (row, value) => ({ ...row, recycledShare: share(value) }),
  },
  {
    key: 'unitsPerPack',
    label: 'Units per pack',
    kind: 'number',
    read: ({ unitsPerPack }) => unitsPerPack,
    write: (row, value) => ({ ...row, unitsPerPack: number(value) }),
  },
  {
    key: 'reuseCount',
    label: 'Times reused',
    kind: 'number',
    read: ({ reuseCount }) => reuseCount,
    write: (row, value) => ({ ...row, reuseCount: number(value) }),
  },
];

export const STEP_CELLS: readonly Cell<ProcessStep>[] = [
  {
    key: 'name',
    label: 'Name',
    read: ({ name }) => name,
    write: (row, value) => ({ ...row, name: text(value) }),
  },
  {
    key: 'process',
    label: 'Process of the reference table',
    choices: [['', 'None'], ...choicesOf(PROCESSES)],
    read: ({ process }) => process,
    write: (row, value) => ({
      ...row,
      process: PROCESSES.find((each) => each === value) ?? null,
    }),
  },
  {
    key: 'country',
    label: 'Country',
    read: (row) => row.country,
    write: (row, value) => ({ ...row, country: country(value) }),
  },
];

export const MORE_STEP_CELLS: readonly Cell<ProcessStep>[] = [
  {
    key: 'massKg',
    label: 'Processed mass, kg',
    kind: 'number',
    read: ({ massKg }) => massKg,
    write: (row, value) => ({ ...row, massKg: number(value) }),
  },
  {
    key: 'lossRate',
    label: 'Loss, %',
    kind: 'number',
    read: ({ lossRate }) => percent(lossRate),
    write: (row, value) => ({ ...row, lossRate: share(value) }),
  },
];

export const ENERGY_CELLS: readonly Cell<EnergyUse>[] = [
  {
    key: 'source',
    label: 'Source',
    choices: choicesOf(ENERGY_SOURCES),
    read: ({ source }) => source,
    write: (row, value) => ({
      ...row,
      source: ENERGY_SOURCES.find((each) => each === value) ?? row.source,
    }),
  },
  {
    key: 'energyKwh',
    label: 'Energy, kWh',
    kind: 'number',
    read: ({ energyKwh }) => energyKwh,
    write: (row, value) => ({ ...row, energyKwh: Number(value) }),
  },
  {
    key: 'country',
    label: 'Country',
    read: (row) => row.country,
    write: (row, value) => ({ ...row, country: country(value) }),
  },
];

export const LEG_CELLS: readonly Cell<TransportLeg>[] = [
  {
    key: 'method',
    label: 'Mode',
    choices: choicesOf(TRANSPORT_METHODS),
    read: ({ method }) => method,
    write: (row, value) => ({
      ...row,
      method: TRANSPORT_METHODS.find((each) => each === value) ?? row.method,
    }),
  },
  {
    key: 'from',
    label: 'From',
    read: ({ from }) => from,
    write: (row, value) => ({ ...row, from: text(value) }),
  },
  {
    key: 'to',
    label: 'To',
    read: ({ to }) => to,
    write: (row, value) => ({ ...row, to: text(value) }),
  },
  {
    key: 'distanceKm',
    label: 'Distance, km',
    kind: 'number',
    read: ({ distanceKm }) => distanceKm,
    write: (row, value) => ({ ...row, distanceKm: number(value) }),
  },
];
