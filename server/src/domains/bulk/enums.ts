import { describedEnum } from '../../graphql/enums.ts';
import type { BulkType } from '../../rules/bulk/bulk-type.ts';
import type { BulkFormat } from './file-rows.ts';
import type { BulkDirection } from './model.ts';
import { BULK_TYPES, FILE_IMPORT_TYPES, IMPORT_TYPES } from './types.ts';

export const BulkDirectionEnum = describedEnum<BulkDirection>(
  'BulkDirection',
  'Direction of a bulk job.',
  {
    IMPORT: 'Import from a file into the service.',
    EXPORT: 'Export from the service into a file.',
  },
);

const meaningsOf = (types: Iterable<BulkType>) =>
  Object.fromEntries([...types].map(({ name, description }) => [name, description]));

export const BulkTypeEnum = describedEnum(
  'BulkType',
  'Type of the objects of a bulk job.',
  meaningsOf(BULK_TYPES.values()),
);

export const BulkImportTypeEnum = describedEnum(
  'BulkImportType',
  'Types of objects that can be imported.',
  meaningsOf([...IMPORT_TYPES, ...FILE_IMPORT_TYPES]),
);

export const BulkFormatEnum = describedEnum<BulkFormat>('BulkFormat', 'Form of a file.', {
  JSONL: 'A JSON object per line, with the fields of the API.',
  CSV: 'A header and rows, in UTF-8. Cells are separated by commas, or in an import by semicolons or tabs; numbers may then have decimal commas.',
});
