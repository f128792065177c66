import type { Tx } from '../../platform/database/index.ts';
import type { DryRunState } from '../../platform/dry-run-state.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Upserted } from '../../rules/upsert.ts';
import { importCustomers, UpdateCustomerInput } from '../customers/index.ts';
import { importProducts, UpdateProductInput } from '../products/index.ts';
import type { CsvForm } from './csv.ts';
import { CUSTOMERS_CSV } from './customers-csv.ts';
import type { ImportType } from './model.ts';
import { PRODUCTS_CSV } from './products-csv.ts';

/**
 * Types that can be imported: rows follow an input type of the schema, so that files and API agree.
 */
export type Importable = {
  readonly inputType: string;
  readonly csv: CsvForm;
  /** Writes rows that were coerced by the input type; in a dry run into its dryRun only. */
  readonly write: (
    tx: Tx,
    scope: Scope,
    rows: readonly object[],
    dryRun: DryRunState | undefined,
  ) => Promise<readonly Upserted[]>;
};

function importable<Row extends object>(
  input: { readonly name: string; readonly $inferInput: Row },
  csv: CsvForm,
  write: (
    tx: Tx,
    scope: Scope,
    rows: readonly Row[],
    dryRun?: DryRunState,
  ) => Promise<readonly Upserted[]>,
): Importable {
  // The input type has coerced the row, so it has the type of its builder.
  const isRow = (_row: object): _row is Row => true;
  return {
    inputType: input.name,
    csv,
    write: (tx, scope, rows, dryRun) => write(tx, scope, rows.filter(isRow), dryRun),
  };
}

export const IMPORTABLES: Readonly<Record<ImportType, Importable>> = {
  PRODUCTS: importable(UpdateProductInput, PRODUCTS_CSV, importProducts),
  CUSTOMERS: importable(UpdateCustomerInput, CUSTOMERS_CSV, importCustomers),
};
