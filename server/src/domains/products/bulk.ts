import { rowReader, type TenantTx, type ValuesOf } from '../../platform/database/index.ts';
import type { DryRunState } from '../../platform/dry-run-state.ts';
import { decodeId } from '../../platform/ids.ts';
import {
  bulkImport,
  exportOfRows,
  registerBulkType,
  TIME_FILTERS,
} from '../../rules/bulk/bulk-type.ts';
import { gathered, membersOf, money, shown } from '../../rules/bulk/row-form.ts';
import {
  findByRows,
  planUpserts,
  recordDryRun,
  type Upserted,
  type UpsertPlan,
} from '../../rules/bulk/upsert.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { transitionError } from '../../rules/mutations/preconditions.ts';
import { agree } from '../../rules/properties/draft.ts';
import { keepFactorUses, referenceCheck } from '../factors/index.ts';
import { PRODUCTS_CSV } from './csv.ts';
import { changedFields, productDraft } from './draft.ts';
import { productCreated, productPayload, productUpdated } from './events.ts';
import { UpdateProductInput } from './inputs-graphql.ts';
import { products } from './list-store.ts';
import { PRODUCT_TRANSITIONS, type ProductDraft } from './model.ts';
import { replacePartsOf } from './part-store.ts';
import { GIVEN, PRODUCT, WRITTEN } from './properties.ts';
import { componentProductIds, unknownComponentProblems } from './service.ts';
import {
  clearFootprints,
  findProducts,
  productReader,
  productWriter,
  type WholeProduct,
} from './store.ts';

/** A product as a row of a file: named by its `externalId`, or by its `id` when it has none. */
export type ProductRow = typeof UpdateProductInput.$inferInput;

/**
 * Creates or changes a product per row, in a constant number of statements; what a row does not say
 * stays. A row that is refused does not keep the others from being written. No two rows may name one
 * product. A dry run is given its `dryRun`, and writes nothing else.
 */
export async function importProducts(
  work: TenantTx,
  rows: readonly ProductRow[],
  dryRun?: DryRunState,
): Promise<readonly Upserted[]> {
  const known = await knownParts(work, rows);
  const checkReferences = await referenceCheck(work, rows);
  const upserts = await planUpserts(rows, {
    currentOf: await findByRows(
      'product',
      rows,
      (by, values) => productReader.lock(work, by, values),
      dryRun,
    ),
    written: (row: ProductRow, current: WholeProduct | undefined) => {
      const { draft, problems } = productDraft(row, current);
      return {
        draft,
        problems: [
          ...problems,
          ...unknownComponentProblems(draft.bill, known),
          ...checkReferences(row),
        ],
      };
    },
    isSame: (draft, current) => agree(WRITTEN, draft, current),
    conflicts: ({ status }, current) => {
      if (status === current.status) return [];
      const fault = transitionError('The product', current.status, status, PRODUCT_TRANSITIONS);
      return fault === undefined ? [] : [{ path: ['status'], code: 'CONFLICT', message: fault }];
    },
  });
  if (dryRun !== undefined) return recordDryRun(dryRun, upserts);

  await writeProducts(work, upserts);
  return upserts.outcomes;
}

type Plan = Omit<UpsertPlan<WholeProduct, ProductDraft>, 'outcomes'>;

async function writeProducts(work: TenantTx, { created, updated }: Plan): Promise<void> {
  await productWriter.insert(work, created);
  const changed = updated.map(({ current: { id }, draft }) => ({ id, draft }));
  await productWriter.update(work, changed);
  const ofOtherBasis = updated.filter(
    ({ current, draft }) => current.footprintBasis !== draft.footprintBasis,
  );
  await clearFootprints(
    work,
    ofOtherBasis.map(({ current }) => current.id),
  );
  const hadParts = updated.filter(({ current }) => componentProductIds(current.bill).length > 0);
  await replacePartsOf(
    work,
    hadParts.map(({ current }) => current.id),
    [...created, ...changed].flatMap(({ id, draft }) =>
      componentProductIds(draft.bill).map((partId) => ({ productId: id, partId })),
    ),
  );
  await keepFactorUses(work, 'product', [
    ...created.map(({ id, draft }) => ({ id, after: draft.bill })),
    ...updated.map(({ current: { id, bill }, draft }) => ({ id, before: bill, after: draft.bill })),
  ]);
  await recordEvents(
    work,
    ...created.map(({ id, draft }) =>
      productCreated.of(id, productPayload({ ...draft, version: 1 })),
    ),
    ...updated.map(({ current, draft }) =>
      productUpdated.of(current.id, {
        ...productPayload({ ...draft, version: current.version + 1 }),
        changedFields: changedFields(draft, current),
      }),
    ),
  );
}

async function knownParts(
  work: TenantTx,
  rows: readonly ProductRow[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ components }) =>
    (components ?? []).flatMap(({ productId }) => decodeId('product', productId ?? '') ?? []),
  );
  const found = ids.length === 0 ? [] : await findProducts(work, [...new Set(ids)]);
  return new Set(found.map(({ id }) => id));
}

const EXPORTED = { id: PRODUCT.id, ...WRITTEN };
const exportReader = rowReader('products', EXPORTED);

registerBulkType({
  name: 'PRODUCTS',
  description: 'Products with their bills.',
  idKind: 'product',
  permissions: { read: 'PRODUCTS_READ', write: 'PRODUCTS_WRITE' },
  csv: PRODUCTS_CSV,
  filters: [...TIME_FILTERS, 'status', 'tag'],
  total: products.total,
  export: exportOfRows<ValuesOf<typeof EXPORTED>>(
    {
      idKind: 'product',
      members: [
        ...shown(GIVEN),
        gathered('declaredUnit', { amount: 'declaredAmount', unit: 'declaredUnit' }),
        money('price', 'priceMinor', 'priceCurrency'),
        membersOf('bill'),
      ],
    },
    exportReader.eachOfPage,
  ),
  import: bulkImport(UpdateProductInput, importProducts),
});
