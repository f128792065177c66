import { t } from '../../../language.ts';
import {
  choiceCell,
  countryCell,
  numberCell,
  percentCell,
  requiredNumberCell,
  textCell,
} from '../../../parts/forms/cells.ts';
import type { Cell } from '../../../parts/forms/rows-editor.tsx';
import { choicesOf } from '../../../parts/texts/format.ts';
import type { Component, EnergyUse, PackagingItem, ProcessStep } from './document.ts';

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
