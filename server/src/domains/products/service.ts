import type { TenantTx } from '../../platform/database/index.ts';
import { decodeId, newUuid } from '../../platform/ids.ts';
import type { Caller } from '../../rules/context.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { inUse, MOST_USES_READ } from '../../rules/errors/in-use.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { recordEvents } from '../../rules/events/events.ts';
import {
  assertTransition,
  requireCurrent,
  type Target,
  withUniqueExternalId,
} from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { agree, type Checked, changedNames } from '../../rules/properties/draft.ts';
import { keepFactorUses, referenceCheck } from '../factors/index.ts';
import { productDeletion } from './audit.ts';
import { changedFields } from './draft.ts';
import { productCreated, productDeleted, productPayload, productUpdated } from './events.ts';
import { products } from './list-store.ts';
import { type Bill, PRODUCT_TRANSITIONS, type Product, type ProductDraft } from './model.ts';
import { findUsesOfProduct, replaceParts } from './part-store.ts';
import { WRITTEN } from './properties.ts';
import { clearFootprints, findProducts, lockProduct, productWriter } from './store.ts';

export async function createProduct(
  work: TenantTx,
  checked: Checked<ProductDraft>,
): Promise<Product> {
  await assertNoProblems(work, checked);
  const { draft } = checked;
  const id = newUuid();
  const product = await withUniqueExternalId('products', 'a product', draft.externalId, () =>
    productWriter.insertOne(work, { id, draft }),
  );
  await replaceParts(work, id, componentProductIds(draft.bill));
  await keepFactorUses(work, 'product', [{ id, after: draft.bill }]);
  await recordEvents(work, productCreated.of(product.id, productPayload(product)));
  return product;
}

/**
 * Applies `change` to the current product; a stale version is refused. If nothing
 * changes, no version and no event is written.
 */
export async function updateProduct(
  work: TenantTx,
  target: Target,
  change: (current: Product & { readonly bill: Bill }) => Checked<ProductDraft>,
): Promise<Product> {
  const current = await currentProduct(work, target);
  const checked = change(current);
  await assertNoProblems(work, checked, current);
  const { draft } = checked;
  if (draft.status !== current.status)
    assertTransition('The product', current.status, draft.status, PRODUCT_TRANSITIONS);
  if (agree(WRITTEN, draft, current)) {
    // An answer that is kept for its idempotency key has no bill: a small request would keep 50 of 300 kB.
    const { bill: _, ...unchanged } = current;
    return unchanged;
  }
  const updated = await withUniqueExternalId('products', 'a product', draft.externalId, () =>
    productWriter.updateOne(work, { id: current.id, draft }),
  );
  const isOtherBasis = draft.footprintBasis !== current.footprintBasis;
  if (isOtherBasis) await clearFootprints(work, [current.id]);
  const withoutFootprint = {
    ...{ co2eKg: null, calculationId: null },
    hasOutdatedFootprint: false,
  };
  const product = isOtherBasis ? { ...updated, ...withoutFootprint } : updated;
  await replaceParts(work, current.id, componentProductIds(draft.bill));
  const bills = { before: current.bill, after: draft.bill };
  await keepFactorUses(work, 'product', [{ id: current.id, ...bills }]);
  await recordEvents(
    work,
    productUpdated.of(product.id, {
      ...productPayload(product),
      changedFields: changedFields(draft, current),
    }),
  );
  return product;
}

export async function deleteProduct(
  work: AuditedTx,
  target: Target,
  caller: Caller,
): Promise<Product & { readonly bill: Bill }> {
  const product = await currentProduct(work, target);
  const uses = await findUsesOfProduct(work, product.id, MOST_USES_READ);
  if (uses.length > 0)
    throw inUse(caller, 'The product is in use', uses, 'archive it instead with status ARCHIVED.');
  await products.delete(work, product.id);
  await keepFactorUses(work, 'product', [{ id: product.id, before: product.bill }]);
  const last = { ...productPayload(product), version: product.version + 1 };
  await recordEvents(work, productDeleted.of(product.id, last));
  await recordAudit(work, productDeletion.of(product.id, { name: product.name }));
  return product;
}

async function currentProduct(
  work: TenantTx,
  { reference, expectedVersion }: Target,
): Promise<Product & { readonly bill: Bill }> {
  const current = await lockProduct(work, reference);
  return requireCurrent('The product', current, expectedVersion);
}

/** A product may be part of itself, through others or directly: loops are the calculation's to judge. */
async function assertNoProblems(
  work: TenantTx,
  { draft, problems: found }: Checked<ProductDraft>,
  current?: ProductDraft,
): Promise<void> {
  const problems = [...found];
  const parts = componentProductIds(draft.bill);
  const existing = parts.length === 0 ? [] : await findProducts(work, parts);
  const known = new Set(existing.map((product) => product.id));
  problems.push(...unknownComponentProblems(draft.bill, known));
  // Factors of the current bill are not checked again: a set may have been replaced since.
  if (current === undefined || changedNames(WRITTEN, draft, current).includes('bill')) {
    const check = await referenceCheck(work, [draft.bill]);
    problems.push(...check(draft.bill));
  }
  if (problems.length > 0) throw badInput(problems);
}

/** A problem for each component that names a product which is not among the known ones. */
export function unknownComponentProblems(bill: Bill, known: ReadonlySet<string>): Problem[] {
  return bill.components.flatMap(({ productId }, at) => {
    const id = productId === undefined ? undefined : decodeId('product', productId);
    if (id === undefined || known.has(id)) return [];
    return [
      {
        path: ['input', 'components', at, 'productId'],
        code: 'NOT_FOUND',
        message: `There is no product ${productId} in this organization and environment.`,
      },
    ];
  });
}

export function componentProductIds(bill: Bill): string[] {
  const ids = bill.components.flatMap(({ productId }) => {
    const id = productId === undefined ? undefined : decodeId('product', productId);
    return id === undefined ? [] : [id];
  });
  return [...new Set(ids)];
}
