import type { DeclaredUnitCode } from '@trackway/engine';
import type { Problem } from '../../rules/errors/api-error.ts';
import {
  notNegativeProblems,
  type Path,
  positiveProblems,
  problem,
  sizeProblems,
} from '../../rules/inputs/problems.ts';
import {
  externalId,
  flag,
  hidden,
  listOf,
  metadata,
  number,
  oneOf,
  prose,
  RECORD,
  requiredText,
  tags,
  text,
  texts,
} from '../../rules/properties/property.ts';
import { FootprintBasisEnum, ProductStatusEnum, SectorTagEnum } from './enums.ts';
import { gtinProblem } from './gtin.ts';
import type { Bill } from './model.ts';

const MAX_CODE = 100;
const MAX_TEXT = 10_000;
const MAX_IMAGES = 50;

/** Properties of a product that clients write. */
export const GIVEN = {
  externalId: externalId('product'),
  name: requiredText('name', { description: 'Name of the product.' }),
  sku: text('sku', { description: 'Stock keeping unit.', atMost: MAX_CODE }),
  gtin: text('gtin', {
    description: 'Global Trade Item Number, 8 to 14 digits with its check digit.',
    check: gtinProblems,
  }),
  description: prose('description', {
    description: 'Human-readable description.',
    atMost: MAX_TEXT,
  }),
  status: oneOf('status', ProductStatusEnum, 'ACTIVE', {
    description: 'Status of the product; ACTIVE by default.',
  }),
  sectorTags: listOf('sector_tags', SectorTagEnum, { description: 'Sectors of the product.' }),
  tags: tags(),
  metadata: metadata(),
  imageUrls: texts('image_urls', 'URL', {
    description: `Pictures of the product, at most ${MAX_IMAGES}.`,
    check: (urls, path) => sizeProblems(urls, path, MAX_IMAGES),
  }),
  netMassKg: number('net_mass_kg', {
    description: 'Mass in kg without packaging.',
    check: positiveProblems,
  }),
  volumeM3: number('volume_m3', {
    description: 'Volume in m³ as it is shipped, without transport packaging.',
    check: positiveProblems,
  }),
  fossilCarbonContentKg: number('fossil_carbon_content_kg', {
    description:
      'Carbon of fossil origin in one declared unit of the product without packaging, in kg C; PACT and Catena-X ask for it.',
    check: notNegativeProblems,
  }),
  biogenicCarbonContentKg: number('biogenic_carbon_content_kg', {
    description:
      'Carbon of biogenic origin in one declared unit of the product without packaging, in kg C (ISO 14067, 6.4.9.3).',
    check: notNegativeProblems,
  }),
  originCountry: text('origin_country', {
    scalar: 'CountryCode',
    description:
      'Country where the product is made; when absent, the country of its last process step or of all its parts.',
  }),
  footprintBasis: oneOf('footprint_basis', FootprintBasisEnum, 'BASIC', {
    description:
      'Detail and boundary of the footprint of the product; BASIC by default. A calculation of this basis becomes the footprint.',
  }),
};

const EMPTY_BILL: Bill = {
  components: [],
  packaging: [],
  processSteps: [],
  transportLegs: [],
  useProfile: null,
  endOfLife: null,
  lifetime: null,
};

/** Properties that are written with them: inputs give them in another form. */
const DERIVED = {
  declaredAmount: hidden('declared_amount', 'float8', 1),
  declaredUnit: hidden<DeclaredUnitCode, 'declared_unit'>('declared_unit', 'text', 'PIECE'),
  priceMinor: hidden<number | null, 'price_minor'>('price_minor', 'bigint', null),
  priceCurrency: hidden<string | null, 'price_currency'>('price_currency', 'text', null),
  isMock: flag('is_mock', { description: 'True for the mock products of the sandbox.' }),
};

/** All that is written of a product. */
export const WRITTEN = { ...GIVEN, ...DERIVED, bill: hidden('bill', 'jsonb', EMPTY_BILL) };

/** Properties that are read of every product; its bill is read on demand. */
export const PRODUCT = {
  ...RECORD,
  ...GIVEN,
  ...DERIVED,
  co2eKg: hidden<number | null, 'co2e_kg'>('co2e_kg', 'float8', null),
  calculationId: hidden<string | null, 'calculation_id'>('calculation_id', 'uuid', null),
  /** Version with which the declaration was changed last. */
  declaredVersion: hidden('declared_version', 'int', 1),
  /** True while the declaration is newer than the footprint. */
  hasOutdatedFootprint: hidden<boolean, 'has_outdated_footprint'>(
    'has_outdated_footprint',
    'boolean',
  ),
};

function gtinProblems(gtin: string | null, path: Path): Problem[] {
  const message = gtin === null ? undefined : gtinProblem(gtin);
  return message === undefined ? [] : [problem(path, 'INVALID_GTIN', message)];
}
