import type { Db, RowFilter, Tx } from '../platform/database/index.ts';
import type { DryRunState } from '../platform/dry-run-state.ts';
import type { IdKind } from '../platform/ids.ts';
import type { JsonBytes } from '../platform/json-bytes.ts';
import type { Scope } from '../platform/scope.ts';
import type { Problem } from './api-error.ts';
import type { Permission } from './permissions.ts';
import type { Shown } from './property.ts';
import { lineWriter, objectOfRow, type RowForm } from './row-form.ts';
import type { Upserted } from './upsert.ts';

type Json = Readonly<Record<string, unknown>>;

/** Form of the text of a cell. */
export type CellForm = 'TEXT' | 'NUMBER' | 'LIST' | 'JSON';

/** The CSV form of a type of rows. */
export type CsvForm = {
  /** Every column with the form of its cells, in the order of an export. */
  readonly columns: Readonly<Record<string, CellForm>>;
  /** Makes the fields of a row from its cells, which are named by their columns; problems are added. */
  readonly gather: (cells: Json, problems: Problem[]) => Json;
  /** Makes cells from the fields of a row: the inverse of `gather`. */
  readonly spread: (row: Json) => Json;
};

/** The columns of properties, each with the form that its type has in a cell. */
export function cellsOf(
  properties: Readonly<Record<string, Pick<Shown<unknown>, 'type'>>>,
): Readonly<Record<string, CellForm>> {
  return Object.fromEntries(
    Object.entries(properties).map(
      ([
        name,
        {
          type: { of, isList },
        },
      ]) => {
        if (isList) return [name, 'LIST'];
        if (of === 'Float' || of === 'Int') return [name, 'NUMBER'];
        return [name, of === 'JSON' || of === 'Boolean' ? 'JSON' : 'TEXT'];
      },
    ),
  );
}

/** Rows whose cells are the fields of the API. */
export function plainCsv(columns: CsvForm['columns']): CsvForm {
  return { columns, gather: (cells) => cells, spread: (row) => row };
}

/** Rows of an export, in the form in which they can be imported again. */
export type ExportedPage = {
  readonly size: number;
  /** Id of the last row. */
  readonly last: string | undefined;
  readonly rows: () => readonly Json[];
  /** Writes the rows as lines of JSON. */
  readonly write: (json: JsonBytes) => void;
};

/** A page of rows by id, after one of them. */
type PageOf<Page> = (
  db: Db,
  scope: Scope,
  after: string | null,
  limit: number,
  filter: ExportFilter,
) => Promise<Page>;

/** Exports rows of the database in a form: lines of JSON are written from their bytes. */
export function exportOfRows<Row extends { readonly id: string }>(
  form: RowForm<Row>,
  page: PageOf<readonly Row[]>,
): BulkExport {
  const writeLine = lineWriter(form);
  return {
    isOfBytes: true,
    page: async (...asked) => {
      const rows = await page(...asked);
      return {
        size: rows.length,
        last: rows.at(-1)?.id,
        rows: () => rows.map((row) => objectOfRow(form, row)),
        write: (json) => {
          for (const row of rows) writeLine(json, row);
        },
      };
    },
  };
}

/** Exports objects, each under its id. */
export function exportOfObjects(
  page: PageOf<readonly { readonly id: string; readonly row: Json }[]>,
): BulkExport {
  return {
    isOfBytes: false,
    page: async (...asked) => {
      const found = await page(...asked);
      return {
        size: found.length,
        last: found.at(-1)?.id,
        rows: () => found.map(({ row }) => row),
        write: (json) => {
          for (const { row } of found) json.putText(`${JSON.stringify(row)}\n`);
        },
      };
    },
  };
}

type BulkExport = {
  /** The page is read as `RowBytes`. */
  readonly isOfBytes: boolean;
  readonly page: PageOf<ExportedPage>;
};

/** Conditions of an export; domains add the conditions of their types. */
export interface ExportFilter extends RowFilter {}

/** Conditions that exports by time have. */
export const TIME_FILTERS = ['createdSince', 'createdUntil', 'updatedSince'] as const;

/** A type of objects that files hold. Its domain registers it. */
export type BulkType = {
  /** Name in the enums of the API, such as PRODUCTS. */
  readonly name: string;
  readonly description: string;
  readonly idKind: IdKind;
  readonly permissions: { readonly read: Permission; readonly write: Permission };
  readonly csv: CsvForm;
  /** Conditions that an export can have. */
  readonly filters: readonly (keyof ExportFilter)[];
  /** The number of rows, from counters. */
  readonly total: (db: Db, scope: Scope) => Promise<number>;
  readonly export: BulkExport;
  /** Absent if rows are not imported one by one. */
  readonly import?: BulkImport;
  /** Absent if files are not imported as a whole. */
  readonly importFile?: BulkFileImport;
};

/** Import of a file as a whole, in formats of its own: it is written in one transaction, or not at all. */
export type BulkFileImport = {
  /** Size of the largest upload, in bytes. */
  readonly mostBytes: number;
  /** Throws an `ApiError` for a file that is refused. `onRow` takes the result lines of its rows. */
  readonly run: (
    tx: Tx,
    scope: Scope,
    settings: Json,
    file: AsyncIterable<Uint8Array>,
    onRow: (row: object) => void,
  ) => Promise<FileImportCounts>;
};

export type FileImportCounts = {
  readonly total: number;
  readonly created: number;
  readonly failed: number;
};

/** Rows of an import follow an input type of the schema, so that files and API agree. */
export type BulkImport = {
  readonly inputType: string;
  /** Writes rows that the input type has coerced; a dry run writes into its state only. */
  readonly write: WriteRows<object>;
  /** The CSV form of rows to import; that of the type when absent. */
  readonly csv?: CsvForm | undefined;
};

type WriteRows<Row> = (
  tx: Tx,
  scope: Scope,
  rows: readonly Row[],
  dryRun?: DryRunState,
) => Promise<readonly Upserted[]>;

export function bulkImport<Row extends object>(
  input: { readonly name: string; readonly $inferInput: Row },
  write: WriteRows<Row>,
  csv?: CsvForm,
): BulkImport {
  // The input type has coerced the row, so it has the type of its builder.
  const isRow = (_row: object): _row is Row => true;
  return {
    inputType: input.name,
    csv,
    write: (tx, scope, rows, dryRun) => write(tx, scope, rows.filter(isRow), dryRun),
  };
}

const TYPES = new Map<string, BulkType>();

/** Adds a type to bulk import and export. */
export function registerBulkType(type: BulkType): void {
  TYPES.set(type.name, type);
}

export function bulkTypes(): ReadonlyMap<string, BulkType> {
  return TYPES;
}
