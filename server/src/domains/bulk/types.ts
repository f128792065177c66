// These domains register their types when they are loaded.
import '../audit-log/index.ts';
import '../customers/index.ts';
import '../factors/index.ts';
import '../orders/index.ts';
import '../products/index.ts';
import {
  type BulkFileImport,
  type BulkImport,
  type BulkType,
  bulkTypes,
} from '../../rules/bulk/bulk-type.ts';

/** Types that can be exported, by name. */
export const BULK_TYPES: ReadonlyMap<string, BulkType> = bulkTypes();

export type ImportType = BulkType & { readonly import: BulkImport };

export type FileImportType = BulkType & { readonly importFile: BulkFileImport };

/** Types whose files are imported as a whole. */
export const FILE_IMPORT_TYPES: readonly FileImportType[] = [...BULK_TYPES.values()].filter(
  (type): type is FileImportType => type.importFile !== undefined,
);

/** Types whose rows are imported one by one. */
export const IMPORT_TYPES: readonly ImportType[] = [...BULK_TYPES.values()].filter(
  (type): type is ImportType => type.import !== undefined,
);

export function bulkTypeNamed(name: string): BulkType {
  const type = BULK_TYPES.get(name);
  if (type === undefined) throw new Error(`No bulk type has the name ${name}.`);
  return type;
}
