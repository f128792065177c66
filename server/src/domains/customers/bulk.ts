import type { TenantTx } from '../../platform/database/index.ts';
import type { DryRunState } from '../../platform/dry-run-state.ts';
import {
  bulkImport,
  cellsOf,
  exportOfRows,
  plainCsv,
  registerBulkType,
  TIME_FILTERS,
} from '../../rules/bulk/bulk-type.ts';
import { shown } from '../../rules/bulk/row-form.ts';
import { findByRows, planUpserts, recordDryRun, type Upserted } from '../../rules/bulk/upsert.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { agree, draftFrom } from '../../rules/properties/draft.ts';
import { customerCreated, customerUpdated } from './events.ts';
import { UpdateCustomerInput } from './mutations-graphql.ts';
import { GIVEN } from './properties.ts';
import { customerReader, customers, customerWriter } from './store.ts';

/** A customer as a row of a file: named by its `externalId`, or by its `id` when it has none. */
type CustomerRow = typeof UpdateCustomerInput.$inferInput;

/**
 * Creates or changes a customer per row, in a constant number of statements; what a row does not say
 * stays. A row that is refused does not keep the others from being written. No two rows may name one
 * customer. A dry run is given its `dryRun`, and writes nothing else.
 */
async function importCustomers(
  work: TenantTx,
  rows: readonly CustomerRow[],
  dryRun?: DryRunState,
): Promise<readonly Upserted[]> {
  const upserts = await planUpserts(rows, {
    // Erased customers cannot be addressed: a row that names one by its id finds nothing.
    currentOf: await findByRows(
      'customer',
      rows,
      async (by, values) => {
        const found = await customerReader.lock(work, by, values);
        return found.filter(({ erasedAt }) => erasedAt === null);
      },
      dryRun,
    ),
    written: (row, current) => draftFrom(GIVEN, row, current),
    isSame: (draft, current) => agree(GIVEN, draft, current),
  });
  if (dryRun !== undefined) return recordDryRun(dryRun, upserts);

  const { outcomes, created, updated } = upserts;
  await customerWriter.insert(work, created);
  const changed = updated.map(({ current: { id }, draft }) => ({ id, draft }));
  await customerWriter.update(work, changed);
  await recordEvents(
    work,
    ...created.map(({ id }) => customerCreated.of(id, { version: 1 })),
    ...updated.map(({ current: { id, version } }) =>
      customerUpdated.of(id, { version: version + 1 }),
    ),
  );
  return outcomes;
}

registerBulkType({
  name: 'CUSTOMERS',
  description: 'Customers, one per row.',
  idKind: 'customer',
  permissions: { read: 'CUSTOMERS_READ', write: 'CUSTOMERS_WRITE' },
  csv: plainCsv({ id: 'TEXT', ...cellsOf(GIVEN) }),
  filters: [...TIME_FILTERS, 'tag', 'country'],
  total: customers.total,
  export: exportOfRows({ idKind: 'customer', members: shown(GIVEN) }, customerReader.eachOfPage),
  import: bulkImport(UpdateCustomerInput, importCustomers),
});
