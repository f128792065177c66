import { mapInTurns } from '../../platform/concurrency/event-loop.ts';
import type { Reference, TenantTx } from '../../platform/database/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { WrittenJson } from '../../platform/json/index.ts';
import { moneyJson } from '../../platform/money.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import { actorOf } from '../../rules/access/actor.ts';
import type { Context } from '../../rules/context.ts';
import { ApiError, badInput, orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';
import {
  requireCurrent,
  type Target,
  withUniqueExternalId,
} from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { agree, draftFrom, type InputOf } from '../../rules/properties/draft.ts';
import { customerDataExport, customerErasure } from './audit.ts';
import { beginErasure } from './erasure.ts';
import { customerCreated, customerDeleted, customerUpdated } from './events.ts';
import type { Customer, CustomerDraft } from './model.ts';
import { personalDataSources } from './personal-data.ts';
import { GIVEN } from './properties.ts';
import { customerReader, customers, customerWriter, eraseCustomerRow } from './store.ts';

export async function createCustomer(
  work: TenantTx,
  input: InputOf<CustomerDraft>,
): Promise<Customer> {
  const { draft, problems } = draftFrom(GIVEN, input, undefined);
  if (problems.length > 0) throw badInput(problems);
  const customer = await withUniqueExternalId('customers', 'a customer', draft.externalId, () =>
    customerWriter.insertOne(work, { id: newUuid(), draft }),
  );
  await recordEvents(work, customerCreated.of(customer.id, { version: customer.version }));
  return customer;
}

/**
 * Applies `change` to the current customer; a stale version is refused. If nothing
 * changes, no version and no event is written.
 */
export async function updateCustomer(
  work: TenantTx,
  target: Target,
  input: InputOf<CustomerDraft>,
): Promise<Customer> {
  const current = await currentCustomer(work, target);
  const { draft, problems } = draftFrom(GIVEN, input, current);
  if (problems.length > 0) throw badInput(problems);
  if (agree(GIVEN, draft, current)) return current;
  const customer = await withUniqueExternalId('customers', 'a customer', draft.externalId, () =>
    customerWriter.updateOne(work, { id: current.id, draft }),
  );
  await recordEvents(work, customerUpdated.of(customer.id, { version: customer.version }));
  return customer;
}

/**
 * Erases all personal data of the customer, here and in every domain that holds some. The row remains for its
 * totals and for the orders that refer to it. A worker erases what is too much for one request.
 */
export async function deleteCustomer(work: AuditedTx, target: Target): Promise<Customer> {
  const { id } = await currentCustomer(work, target);
  const customer = await eraseCustomerRow(work, id);
  await recordEvents(work, customerDeleted.of(id, { version: customer.version }));
  await recordAudit(work, customerErasure.of(id, {}));
  await beginErasure(work, id);
  return customer;
}

/** The customer that a cart or an order names, and its place in the input. */
export type Buyer = Reference & { readonly place?: Path };

/**
 * Locks the customer of a cart or an order, so that nothing is written for a customer who is being
 * erased.
 */
export async function lockBuyer(
  work: TenantTx,
  reference: Buyer | undefined,
  problems: Problem[],
): Promise<string | null> {
  if (reference === undefined) return null;
  const customer = await customers.lock(work, reference);
  if (customer === undefined) {
    const message = 'There is no such customer in this organization and environment.';
    problems.push(problem(reference.place ?? ['customer'], 'NOT_FOUND', message));
    return null;
  }
  if (customer.erasedAt === null) return customer.id;
  throw new ApiError(
    'CONFLICT',
    'The customer was erased and cannot order: name another customer, or none.',
    {
      state: 'ERASED',
      allowed: [],
    },
  );
}

/** The same for many at a time; returns a function that gives the id of the buyer, or adds its problem. */
export async function lockBuyers(
  work: TenantTx,
  references: readonly Buyer[],
): Promise<(reference: Buyer | undefined, problems: Problem[]) => string | null> {
  const found = new Map<string, Customer>();
  for (const by of ['external_id', 'id'] as const) {
    const values = references.filter((each) => each.by === by).map(({ value }) => value);
    for (const customer of await customerReader.lock(work, by, values)) {
      found.set(`${by} ${by === 'id' ? customer.id : customer.externalId}`, customer);
    }
  }
  return (reference, problems) => {
    if (reference === undefined) return null;
    const customer = found.get(`${reference.by} ${reference.value}`);
    if (customer !== undefined && customer.erasedAt === null) return customer.id;
    const message = 'There is no such customer in this organization and environment.';
    problems.push(problem(reference.place ?? ['customer'], 'NOT_FOUND', message));
    return null;
  };
}

/** All that is held about one person, in every domain. */
export async function customerData(context: Context, reference: Reference): Promise<WrittenJson> {
  const { caller } = context;
  const sources = [...personalDataSources()].flatMap(([name, { permission, load }]) =>
    load === undefined ? [] : [[name, { permission, load }] as const],
  );
  for (const [name, { permission }] of sources) {
    assertAllowed(caller, { permission }, `The part "${name}" of "customerData"`);
  }
  const customer = orNotFound('The customer', await customers.named(context, reference));
  const parts = await Promise.all(
    sources.map(async ([name, { load }]) => {
      // A person may have thousands of orders.
      const objects = await mapInTurns(await load(context, customer.id), (each) =>
        JSON.stringify(each),
      );
      return `"${name}":[${objects.join()}]`;
    }),
  );
  await inTransaction(context, (work) =>
    recordAudit({ ...work, by: actorOf(context) }, customerDataExport.of(customer.id, {})),
  );
  const { totalSpent, orderCount, totalCo2eKg, nameKey: _nameKey, ...itself } = customer;
  const shown = {
    ...itself,
    id: encodeId('customer', customer.id),
    totals: { orderCount, totalCo2eKg, totalSpent: moneyOf(totalSpent) },
  };
  return new WrittenJson(`{${[`"customer":${JSON.stringify(shown)}`, ...parts].join()}}`);
}

function moneyOf(totalSpent: Customer['totalSpent']): unknown {
  return Object.entries(totalSpent).map(([currency, minor]) => moneyJson({ minor, currency }));
}

async function currentCustomer(
  work: TenantTx,
  { reference, expectedVersion }: Target,
): Promise<Customer> {
  const found = await customers.lock(work, reference);
  if (found !== undefined && found.erasedAt !== null) {
    throw new ApiError(
      'CONFLICT',
      'The customer was erased and cannot be changed: only totals and dates remain.',
      {
        state: 'ERASED',
        allowed: [],
      },
    );
  }
  return requireCurrent('The customer', found, expectedVersion);
}
