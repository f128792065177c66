import {
  type Db,
  discardPlans,
  type PageAsked,
  type RowBytes,
  type RowFilter,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { DryRunState } from '../../platform/dry-run-state.ts';
import type { IdKind } from '../../platform/ids.ts';
import type { JsonBytes } from '../../platform/json/index.ts';
import type { Permission } from '../access/permissions.ts';
import type { Problem } from '../errors/api-error.ts';
import type { Shown } from '../properties/property.ts';
import { lineWriter, objectOfRow, type RowForm } from './row-form.ts';
import type { Upserted } from './upsert.ts';

type Json = Readonly<Record<string, unknown>>;

/** Form of the text of a cell. A DECIMAL is a number that the API has as text. */
export type CellForm = 'TEXT' | 'NUMBER' | 'DECIMAL' | 'LIST' | 'JSON';

/** The CSV form of a type of rows. */
export type CsvForm = {
  /** Every column with the form of its cells, in the order of an export. */
  readonly columns: Readonly<Record<string, CellForm>>;
  /**
   * Makes the fields of a row from its cells, which are named by their columns; problems are added. Numbers within a text
   * are written with a decimal point by `withPoint`, as the file allows it.
   */
  readonly gather: (
    cells: Json,
    problems: Problem[],
    withPoint: (number: string) => string,
  ) => Json;
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

/** Text that an export adds its rows to, in the form in which they can be imported again. */
type ExportText = {
  readonly bytes: JsonBytes;
  /** Rows after so many bytes are left to the next page. */
  readonly mostBytes: number;
  /** The line of a row; undefined for lines of JSON. */
  readonly lineOf: ((row: Json) => string) | undefined;
};

/** The rows of a page that were written. */
export type ExportedPage = {
  readonly size: number;
  /** Id of the last of them, after which the next page begins; undefined if nothing comes after it. */
  readonly next: string | undefined;
};

export type ExportAsked = PageAsked<ExportFilter>;

/** Writes a page of rows by id, after one of them. */
type BulkExport = (db: Db, asked: ExportAsked, text: ExportText) => Promise<ExportedPage>;

/** Exports rows of the database in a form: they are written from its bytes, as they arrive. */
export function exportOfRows<Row>(
  form: RowForm<Row>,
  eachOfPage: (db: Db, asked: ExportAsked, take: (row: RowBytes) => void) => Promise<void>,
): BulkExport {
  const writeLine = lineWriter(form);
  // The statement reads the columns of the form, its id among them.
  const isRow = (row: RowBytes): row is RowBytes & Row & { readonly id: string } => 'id' in row;
  return async (db, asked, { bytes, mostBytes, lineOf }) => {
    let size = 0;
    let next: string | undefined;
    await eachOfPage(db, asked, (row) => {
      if (next !== undefined) return;
      if (!isRow(row)) throw new Error('An export reads rows without an id.');
      if (lineOf === undefined) writeLine(bytes, row);
      else bytes.putText(lineOf(objectOfRow(form, row)));
      size += 1;
      if (size === asked.limit || bytes.length >= mostBytes) next = row.id;
    });
    return { size, next };
  };
}

/** Exports objects, each under its id. */
export function exportOfObjects(
  page: (
    db: Db,
    asked: ExportAsked,
  ) => Promise<readonly { readonly id: string; readonly row: Json }[]>,
): BulkExport {
  return async (db, asked, { bytes, lineOf }) => {
    const found = await db.transaction().execute(async (tx) => {
      await discardPlans(tx);
      return page(tx, asked);
    });
    for (const { row } of found)
      bytes.putText(lineOf === undefined ? `${JSON.stringify(row)}\n` : lineOf(row));
    return { size: found.length, next: found[asked.limit - 1]?.id };
  };
}

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
  readonly total: (tenant: TenantDb) => Promise<number>;
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
  /** Begins to read a file, and resolves when its first row is there: no transaction waits for it. */
  readonly open: (
    settings: Json,
    file: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) => Promise<OpenedFile>;
};

/** A file that is being read. */
export type OpenedFile = {
  /** Throws an `ApiError` for a file that is refused. */
  readonly write: (work: TenantTx, result: ResultLines) => Promise<FileImportCounts>;
  /** Ends the reading, whether the file was written or not. */
  readonly close: () => Promise<unknown>;
};

/** The result file of an import. */
export type ResultLines = {
  /** Adds the line of a row. */
  readonly add: (row: object) => void;
  readonly flushIfLarge: () => Promise<void>;
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
  work: TenantTx,
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
    write: (work, rows, dryRun) => write(work, rows.filter(isRow), dryRun),
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
