import type { ImpactCategory } from '@trackway/engine';
import { describedEnum } from '../../graphql/enums.ts';
import type { RowReport } from './factor-writer.ts';
import type { FactorFormat } from './import/index.ts';
import { IMPACT_CATEGORY_FACTS } from './model.ts';

export const ImpactCategoryEnum = describedEnum<ImpactCategory>(
  'ImpactCategory',
  'The impact categories of the Environmental Footprint method, EF 3.1.',
  {
    CC: meaningOf('CC'),
    ODP: meaningOf('ODP'),
    HTOX_c: meaningOf('HTOX_c'),
    HTOX_nc: meaningOf('HTOX_nc'),
    PM: meaningOf('PM'),
    IR: meaningOf('IR'),
    POCP: meaningOf('POCP'),
    AP: meaningOf('AP'),
    EPT: meaningOf('EPT'),
    EPF: meaningOf('EPF'),
    EPM: meaningOf('EPM'),
    ETF: meaningOf('ETF'),
    LU: meaningOf('LU'),
    WU: meaningOf('WU'),
    RUMM: meaningOf('RUMM'),
    RUF: meaningOf('RUF'),
  },
);

function meaningOf(category: ImpactCategory): string {
  const { name, unit } = IMPACT_CATEGORY_FACTS[category];
  return `${name}, in ${unit}.`;
}

export const FactorFormatEnum = describedEnum<FactorFormat>(
  'FactorFormat',
  'File formats in which you can import factors of your own.',
  {
    CSV: 'A table with a header: columns in any order, separated by commas, semicolons, tabs or bars, with decimal points or commas, in UTF-8, UTF-16 or Windows-1252.',
    XLSX: 'A sheet of an Office Open XML workbook (base64), read like CSV.',
    JSON: 'JSON Lines, or an array, of objects with the fields of EmissionFactor.',
    OPENLCA_JSON_LD:
      'A package of openLCA, with its product systems, flow mappings and impact assessment method: ZIP (as base64), or its entities as JSON Lines.',
    ECOSPOLD1: 'Processes in ecoSpold 1: ZIP (as base64), or one file.',
    ECOSPOLD2:
      'Datasets in ecoSpold 2, with impact assessment results or as unit processes: ZIP (as base64), or one file.',
    ILCD: 'An ILCD package: environmental product declarations (ILCD+EPD), datasets with impact results, or processes: ZIP (as base64), or one file.',
    SIMAPRO_CSV: 'Processes as SimaPro exports them in CSV.',
    PCF: 'Product footprints as they are exchanged: PACT 2 and 3, Catena-X PCF 7 and 9, iLEAP; one document, a list, or one per line.',
  },
);

export const RowStatusEnum = describedEnum<RowReport['status']>(
  'FactorRowStatus',
  'Outcome of one row of an imported file.',
  {
    TAKEN: 'Imported as it is.',
    CHANGED: 'Imported after an interpretation, which the messages state.',
    REFUSED: 'Not imported; the messages state why.',
  },
);

/** Origin of the number of a factor. */
export type Evidence = 'PUBLISHED' | 'READ' | 'KNOWN' | 'COMPOSED';

export const FactorEvidenceEnum = describedEnum<Evidence>(
  'FactorEvidence',
  'Origin of the number of an emission factor.',
  {
    PUBLISHED: 'Row of a published data set, taken over by program.',
    READ: 'Single figure, read in a copy of the publication that the factor cites.',
    KNOWN: 'Single figure known from the cited publication, not read again: its variance is wider.',
    COMPOSED: 'Sum of other factors of the library by a documented composition.',
  },
);
