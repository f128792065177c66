import { roleChange } from '../../server/src/domains/accounts/audit.ts';
import { cartAbandoned } from '../../server/src/domains/carts/events.ts';
import { WRITTEN as CART } from '../../server/src/domains/carts/properties.ts';
import { insertCart } from '../../server/src/domains/carts/store.ts';
import { customerWriter } from '../../server/src/domains/customers/store.ts';
import { WRITTEN as ORDER } from '../../server/src/domains/orders/properties.ts';
import { insertOrder } from '../../server/src/domains/orders/store.ts';
import { WRITTEN as PRODUCT } from '../../server/src/domains/products/properties.ts';
import { WRITTEN as SUPPLY_CHAIN } from '../../server/src/domains/supply-chains/properties.ts';
import { insertSupplyChain } from '../../server/src/domains/supply-chains/store.ts';
import { WRITTEN as TRANSACTION } from '../../server/src/domains/transactions/properties.ts';
import { insertTransaction } from '../../server/src/domains/transactions/store.ts';
import {
  columnsOfScope,
  columnValues,
  type TenantTx,
} from '../../server/src/platform/database/index.ts';
import { recordAudit } from '../../server/src/rules/events/audit.ts';
import { recordEvents } from '../../server/src/rules/events/events.ts';
import type { AuditedTx } from '../../server/src/rules/mutations/work.ts';
import { initialValues, pick } from '../../server/src/rules/properties/draft.ts';

/**
 * Programs that must not compile: `tsc` reports each `@ts-expect-error` whose next line compiles, so
 * that `npm run check` fails. Nothing here runs.
 */

const ID = '';

/** An incomplete list of properties is refused, also where the missing column may be null. */
export async function incompleteRows(work: TenantTx): Promise<void> {
  const { externalId: _order, ...order } = { ...initialValues(ORDER), placedAt: undefined };
  // @ts-expect-error: `externalId` is missing.
  await insertOrder(work, ID, order);
  const { externalId: _cart, ...cart } = { ...initialValues(CART), expiresAt: undefined };
  // @ts-expect-error: `externalId` is missing.
  await insertCart(work, ID, cart);
  const { provider: _provider, ...transaction } = initialValues(TRANSACTION);
  // @ts-expect-error: `provider` is missing.
  await insertTransaction(work, ID, transaction);
  const network = { facilities: [], flows: [] };
  const { description: _text, ...chain } = { ...initialValues(SUPPLY_CHAIN), network };
  // @ts-expect-error: `description` is missing.
  await insertSupplyChain(work, ID, chain);
  const { email: _email, ...customer } = customerDraft;
  // @ts-expect-error: `email` is missing.
  await customerWriter.insertOne(work, { id: ID, draft: customer });
}

declare const customerDraft: Parameters<typeof customerWriter.insertOne>[1]['draft'];

/** A statement that leaves out a column, and a list of values that leaves out a property, are refused. */
export async function incompleteStatements({ db, scope }: TenantTx): Promise<void> {
  const { currency: _currency, ...columns } = ORDER;
  const values = {
    ...columnsOfScope(scope),
    id: ID,
    state: 'DRAFT',
    placed_at: new Date(),
  } as const;
  const draft = initialValues(columns);
  const row = { ...values, ...columnValues(columns, draft) };
  // @ts-expect-error: the column `currency` is missing.
  await db.insertInto('orders').values(row).execute();
  // @ts-expect-error: `currency` is missing.
  columnValues(ORDER, draft);
  // @ts-expect-error: `currency` is missing.
  pick(ORDER, draft);
  const { gtin: _gtin, ...product } = initialValues(PRODUCT);
  // @ts-expect-error: `gtin` is missing.
  pick(PRODUCT, product);
}

/** An event that no domain declares, and one without its payload, are refused. */
export async function undeclaredEvents(work: TenantTx): Promise<void> {
  // @ts-expect-error: no domain declares this event.
  await recordEvents(work, { type: 'cart.forgotten', subject: ID, payload: {} });
  // @ts-expect-error: the payload is missing.
  cartAbandoned.of(ID, {});
}

/** An entry of the audit log is refused without the one who acts, undeclared, or with other details. */
export async function undeclaredAuditEntries(work: AuditedTx, anonymous: TenantTx): Promise<void> {
  const change = roleChange.of(ID, { name: '', from: 'MEMBER', to: 'ADMIN' });
  // @ts-expect-error: `by` is missing.
  await recordAudit(anonymous, change);
  // @ts-expect-error: an object is no declared action.
  await recordAudit(work, { action: 'member.role_changed', objectId: ID });
  // @ts-expect-error: `to` is missing.
  await recordAudit(work, roleChange.of(ID, { name: '', from: 'MEMBER' }));
}
