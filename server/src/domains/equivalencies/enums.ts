import type { EquivalencyDirection, EquivalencyIndicator, EquivalencyKind } from '@trackway/engine';
import { describedEnum } from '../../graphql/enums.ts';

export const EquivalencyKindEnum = describedEnum<EquivalencyKind>(
  'EquivalencyKind',
  'Things that an impact is compared with.',
  {
    CAR_KM: 'Kilometres driven by an average car.',
    TRAIN_KM: 'Kilometres travelled by train, for one passenger.',
    FLIGHT_KM: 'Kilometres of a short-haul flight, for one passenger, without radiative forcing.',
    SMARTPHONE_CHARGE: 'Charges of a smartphone.',
    HOUSEHOLD_ELECTRICITY_DAY:
      'Days of electricity of a household of 3,500 kWh a year, from the grid of the region.',
    HOUSEHOLD_ELECTRICITY_YEAR:
      'Electricity of households of 3,500 kWh a year for one year, from the grid of the region.',
    TAP_WATER_BOILED_LITRE: 'Litres of tap water boiled with electricity of the region.',
    CRUDE_OIL_BARREL: 'Barrels of crude oil burned.',
    TREE_SEEDLING_10_YEARS:
      'Urban tree seedlings grown for ten years: carbon that they sequester. It compensates nothing.',
    CAR_MILE: 'Miles driven by an average car of the US. Offered by itself only for the US.',
    CAR_YEAR: 'Cars of the US driven for one year. Offered by itself only for the US.',
    GASOLINE_GALLON: 'US gallons of gasoline burned. Offered by itself only for the US.',
    COAL_POUND: 'Pounds of coal burned. Offered by itself only for the US.',
    HOME_ELECTRICITY_YEAR:
      'Electricity of US homes for one year. Offered by itself only for the US.',
    HOME_ENERGY_YEAR: 'Energy of US homes for one year. Offered by itself only for the US.',
    FOREST_ACRE_YEAR:
      'Acres of US forest in one year: carbon that they sequester. Offered by itself only for the US. It compensates nothing.',
    SHOWER: 'Showers of 59.8 litres; compares the indicator water use.',
    CRUDE_OIL_KG: 'Kilograms of crude oil; compares the indicator resource use, fossils.',
  },
);

export const EquivalencyIndicatorEnum = describedEnum<EquivalencyIndicator>(
  'EquivalencyIndicator',
  'Impact that an equivalency expresses.',
  {
    CLIMATE: 'Climate change, in kg CO2e.',
    WATER: 'Water use of EF 3.1, in m3 world eq.',
    FOSSIL_ENERGY: 'Resource use, fossils, of EF 3.1, in MJ.',
  },
);

export const EquivalencyDirectionEnum = describedEnum<EquivalencyDirection>(
  'EquivalencyDirection',
  'Sense of the compared amount.',
  {
    EMISSION: 'The thing causes the same impact.',
    SEQUESTRATION: 'The thing takes up the same amount of carbon. It compensates nothing.',
  },
);
