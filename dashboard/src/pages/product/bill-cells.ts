import { t } from '../../language.ts';
import { choicesOf } from '../../parts/format.ts';
import { TRANSPORT_METHODS } from '../../parts/override-input.ts';
import type { Cell } from '../../parts/rows-editor.tsx';
import type {
  Component,
  EnergyUse,
  PackagingItem,
  ProcessStep,
  TransportLeg,
} from './bill-document.ts';

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
  'CUTTING_AND_SEWING',
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

export const text = (value: string) => (value === '' ? null : value);
export const number = (value: string) => (value === '' ? null : Number(value));
const percent = (share: number | null | undefined) =>
  share == null ? null : Math.round(share * 10_000) / 100;
export const share = (value: string) => (value === '' ? null : Number(value) / 100);

/** A text that may be left out. */
function textCell<Key extends string, Row extends { readonly [key in Key]?: string | null }>(
  key: Key,
  label: string,
  placeholder?: string,
): Cell<Row> {
  return {
    key,
    label,
    ...(placeholder !== undefined && { placeholder }),
    read: (row) => row[key],
    write: (row, value) => ({ ...row, [key]: text(value) }),
  };
}

/** A country, which may be left out. */
function countryCell<Key extends string, Row extends { readonly [key in Key]?: string | null }>(
  key: Key,
  label: string,
  placeholder?: string,
): Cell<Row> {
  return { ...textCell<Key, Row>(key, label, placeholder), kind: 'country' };
}

/** A number that may be left out. */
function numberCell<Key extends string, Row extends { readonly [key in Key]?: number | null }>(
  key: Key,
  label: string,
): Cell<Row> {
  return {
    key,
    label,
    kind: 'number',
    read: (row) => row[key],
    write: (row, value) => ({ ...row, [key]: number(value) }),
  };
}

/** A number that must be given: an empty input is 0. */
function requiredNumberCell<Key extends string, Row extends { readonly [key in Key]: number }>(
  key: Key,
  label: string,
): Cell<Row> {
  return {
    key,
    label,
    kind: 'number',
    read: (row) => row[key],
    write: (row, value) => ({ ...row, [key]: Number(value) }),
  };
}

/** A share, typed in per cent. */
function percentCell<Key extends string, Row extends { readonly [key in Key]?: number | null }>(
  key: Key,
  label: string,
): Cell<Row> {
  return {
    key,
    label,
    kind: 'number',
    read: (row) => percent(row[key]),
    write: (row, value) => ({ ...row, [key]: share(value) }),
  };
}

/** One of an enumeration's members. */
function choiceCell<Key extends string, Row extends { readonly [key in Key]?: string | null }>(
  key: Key,
  label: string,
  members: readonly NonNullable<Row[Key]>[],
): Cell<Row> {
  return {
    key,
    label,
    choices: choicesOf(members),
    read: (row) => row[key],
    write: (row, value) => {
      const chosen = members.find((each) => each === value);
      return chosen === undefined ? row : { ...row, [key]: chosen };
    },
  };
}

export const COMPONENT_CELLS: readonly Cell<Component>[] = [
  textCell('material', t('Material'), t('cotton, steel, PET …')),
  numberCell('massKg', t('Mass, kg')),
  countryCell('originCountry', t('Origin'), 'IN'),
];

export const MORE_COMPONENT_CELLS: readonly Cell<Component>[] = [
  textCell('name', t('Name')),
  textCell('supplier', t('Supplier')),
  percentCell('recycledShare', t('Recycled content, %')),
  percentCell('lossRate', t('Loss, %')),
  numberCell('quantity', t('Quantity, for a part counted in units')),
  textCell('unit', t('Unit of the quantity')),
  textCell('productId', t('Product of yours (id)')),
  textCell('factorId', t('Emission factor (id)')),
];

export const PACKAGING_CELLS: readonly Cell<PackagingItem>[] = [
  textCell('material', t('Material')),
  requiredNumberCell('massKg', t('Mass, kg')),
  choiceCell('level', t('Level'), LEVELS),
];

export const MORE_PACKAGING_CELLS: readonly Cell<PackagingItem>[] = [
  textCell('name', t('Name')),
  percentCell('recycledShare', t('Recycled content, %')),
  numberCell('unitsPerPack', t('Units per pack')),
  numberCell('reuseCount', t('Times reused')),
];

export const STEP_CELLS: readonly Cell<ProcessStep>[] = [
  textCell('name', t('Name')),
  {
    key: 'process',
    label: t('Process of the reference table'),
    choices: [['', t('None')], ...choicesOf(PROCESSES)],
    read: ({ process }) => process,
    write: (row, value) => ({
      ...row,
      process: PROCESSES.find((each) => each === value) ?? null,
    }),
  },
  countryCell('country', t('Country')),
];

export const MORE_STEP_CELLS: readonly Cell<ProcessStep>[] = [
  numberCell('massKg', t('Processed mass, kg')),
  percentCell('lossRate', t('Loss, %')),
];

export const ENERGY_CELLS: readonly Cell<EnergyUse>[] = [
  choiceCell('source', t('Source'), ENERGY_SOURCES),
  requiredNumberCell('energyKwh', t('Energy, kWh')),
  countryCell('country', t('Country')),
];

export const LEG_CELLS: readonly Cell<TransportLeg>[] = [
  choiceCell('method', t('Mode'), TRANSPORT_METHODS),
  textCell('from', t('From')),
  textCell('to', t('To')),
  numberCell('distanceKm', t('Distance, km')),
];
