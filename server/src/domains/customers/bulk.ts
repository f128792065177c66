import { failed, staleVersion, type Upserted, unknownId } from '../../graphql/upsert.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { decodeId, encodeId, newUuid } from '../../platform/ids.ts';
import { recordEvents } from '../../platform/outbox.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  insertCustomers,
  lockCustomers,
  pageOfCustomers,
  updateCustomers,
  type WholeCustomer,
} from './bulk-store.ts';
import { draftOf, isSame, writtenCustomer } from './draft.ts';
import type { CustomerDraft } from './model.ts';
import type { UpdateCustomerInput } from './mutations-graphql.ts';
import { eventOf } from './service.ts';

/** A customer as a row of a file: named by its `externalId`, or by its `id` when it has none. */
type CustomerRow = typeof UpdateCustomerInput.$inferInput;

/**
 * Creates or changes a customer per row, in a constant number of statements; what a row does not say
 * stays. A row that is refused does not keep the others from being written. No two rows may name one
 * customer.
 */
export async function importCustomers(
  tx: Tx,
  scope: Scope,
  rows: readonly CustomerRow[],
  isDryRun: boolean,
): Promise<Upserted[]> {
  const currentOf = await currentCustomers(tx, scope, rows);
  const created: { readonly id: string; readonly draft: CustomerDraft }[] = [];
  const updated: { readonly current: WholeCustomer; readonly draft: CustomerDraft }[] = [];

  const outcomes = rows.map((row): Upserted => {
    const current = currentOf(row);
    if (isNamedById(row) && (current === undefined || current.erasedAt !== null))
      return unknownId(row.id);
    const { draft, problems } = writtenCustomer(row, current);
    if (problems.length > 0) return failed(problems);
    if (current === undefined) {
      const id = newUuid();
      created.push({ id, draft });
      return { status: 'CREATED', id: isDryRun ? null : id };
    }
    const { id, version } = current;
    const expected = row.expectedVersion ?? version;
    if (expected !== version) return staleVersion(version, expected);
    if (isSame(draft, current)) return { status: 'UNCHANGED', id };
    updated.push({ current, draft });
    return { status: 'UPDATED', id };
  });
  if (isDryRun) return outcomes;

  await insertCustomers(tx, scope, created);
  const changed = updated.map(({ current: { id }, draft }) => ({ id, draft }));
  await updateCustomers(tx, scope, changed);
  await recordEvents(tx, scope, [
    ...created.map(({ id }) => ({ type: 'customer.created', data: eventOf({ id, version: 1 }) })),
    ...updated.map(({ current: { id, version } }) => ({
      type: 'customer.updated',
      data: eventOf({ id, version: version + 1 }),
    })),
  ]);
  return outcomes;
}

async function currentCustomers(
  tx: Tx,
  scope: Scope,
  rows: readonly CustomerRow[],
): Promise<(row: CustomerRow) => WholeCustomer | undefined> {
  const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
  const ids = rows.filter(isNamedById).flatMap(({ id }) => decodeId('customer', id) ?? []);
  const byExternalId = new Map(
    (await lockCustomers(tx, scope, 'external_id', externalIds)).map((row) => [
      row.externalId,
      row,
    ]),
  );
  const byId = new Map((await lockCustomers(tx, scope, 'id', ids)).map((row) => [row.id, row]));
  return (row) =>
    isNamedById(row)
      ? byId.get(decodeId('customer', row.id) ?? '')
      : byExternalId.get(row.externalId ?? '');
}

function isNamedById(row: CustomerRow): row is CustomerRow & { readonly id: string } {
  return (row.externalId ?? undefined) === undefined && typeof row.id === 'string';
}

/** A page of customers by id, each in the form in which it can be imported again. */
export async function exportCustomers(
  db: Db,
  scope: Scope,
  after: string | null,
  limit: number,
): Promise<{ readonly id: string; readonly row: Readonly<Record<string, unknown>> }[]> {
  const customers = await pageOfCustomers(db, scope, after, limit);
  return customers.map((customer) => ({
    id: customer.id,
    row: { id: encodeId('customer', customer.id), ...draftOf(customer) },
  }));
}
