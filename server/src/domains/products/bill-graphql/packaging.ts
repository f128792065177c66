import type { Packaging } from '@trackway/engine';
import { packagingProblems } from '../check.ts';
import { PackagingLevelEnum } from '../enums.ts';
import { EndOfLifeInput, EndOfLifeRef } from './end-of-life.ts';
import { optional, part, partTypes, required } from './part-fields.ts';
import { RecyclingParametersInput, RecyclingParametersRef, recycledShare } from './recycling.ts';

type Pack = Omit<Packaging, 'pedigree'>;

export const [PackagingRef, PackagingInput] = partTypes<Pack>(
  'Packaging',
  'Packaging of a product.',
  {
    name: optional('String', 'Name of the packaging.'),
    level: required(PackagingLevelEnum, 'Packaging level.'),
    material: optional('String', 'Name of a material of the library, such as "cardboard".'),
    factorId: optional('ID', 'Emission factor that describes it.'),
    massKg: required('Float', 'Mass of one pack in kg.'),
    recycledShare,
    unitsPerPack: optional('Float', 'Declared units that share one pack; 1 when absent.', 1),
    reuseCount: optional('Float', 'Times the pack is used; 1 when absent.', 1),
    originCountry: optional('CountryCode', 'Country of origin of the packaging.'),
    endOfLife: part(
      EndOfLifeRef,
      EndOfLifeInput,
      'Treatment of the packaging after its last use; the statistics of packaging waste of the country when absent.',
    ),
    recycling: part(
      RecyclingParametersRef,
      RecyclingParametersInput,
      'Parameters of recycling, instead of those of the material.',
    ),
  },
  {
    description: 'Packaging of a product: exactly one of material and factorId.',
    check: packagingProblems,
  },
);
