import type { Consumable, UseProfile } from '@trackway/engine';
import { EnergyUseInput, EnergyUseRef } from './energy-use.ts';
import { optional, parts, partTypes, required } from './part-fields.ts';

const [ConsumableRef, ConsumableInput] = partTypes<Consumable>(
  'Consumable',
  'Something used up by use, such as detergent: by its material or its factor.',
  {
    name: optional('String', 'Name of the consumable.'),
    material: optional('String', 'Name of a material of the library.'),
    factorId: optional('ID', 'Emission factor that describes it.'),
    massKg: required('Float', 'Mass per use in kg.'),
  },
);

type Profile = Omit<UseProfile, 'pedigree'>;

export const [UseProfileRef, UseProfileInput] = partTypes<Profile>(
  'UseProfile',
  'Use phase of the product.',
  {
    uses: optional(
      'Float',
      "Uses over the lifetime; the product's lifetime when it is counted in uses.",
    ),
    country: optional('CountryCode', 'Country of use.'),
    energy: parts(EnergyUseRef, EnergyUseInput, 'Energy per use.', 3),
    waterLitres: optional('Float', 'Water per use in litres.'),
    consumables: parts(
      ConsumableRef,
      ConsumableInput,
      'Consumables of each use, such as detergent.',
      3,
    ),
  },
);
