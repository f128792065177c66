import type { TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { notFound } from '../../rules/errors/api-error.ts';
import { recordEvents } from '../../rules/events/events.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { setFootprints } from '../products/index.ts';
import type { PackedFootprint } from './engine-data.ts';
import { calculationCompleted, subjectIds } from './events.ts';
import { productsTask } from './footprint-tasks.ts';
import type { Calculation } from './model.ts';
import { insertCalculations } from './store.ts';

/** Stores a footprint, which never changes again, with its event. */
export async function saveCalculation(
  work: TenantTx,
  footprint: PackedFootprint,
): Promise<Calculation> {
  const [calculation] = await saveCalculations(work, [footprint]);
  if (calculation === undefined) throw notFound('The calculation');
  return calculation;
}

/** Stores many footprints in one statement each for results, events and products. */
export async function saveCalculations(
  work: TenantTx,
  footprints: readonly PackedFootprint[],
): Promise<readonly Calculation[]> {
  if (footprints.length === 0) return [];
  const rows = footprints.map((footprint) => ({ ...footprint, id: newUuid() }));
  const inserted = await insertCalculations(work, rows);
  await recordEvents(
    work,
    ...rows.map((row) =>
      calculationCompleted.of(row.id, {
        kind: row.kind,
        detail: row.detail,
        ...subjectIds(row),
        co2eKg: row.co2eKg,
        snapshotHash: row.snapshotHash,
        doneCount: null,
        failedCount: null,
      }),
    ),
  );
  await setFootprints(
    work,
    rows.flatMap(({ id, productId, productVersion: version, co2eKg, footprintBasis: basis }) =>
      productId != null && basis != null
        ? [{ productId, co2eKg, calculationId: id, basis, version }]
        : [],
    ),
  );
  return inserted();
}

/**
 * Calculates products of the basis BASIC that were never calculated, and stores their footprints; with a budget
 * those of which the calculation began in time.
 */
export async function calculateProducts(
  work: Work,
  productIds: readonly string[],
  budgetMs?: number,
): Promise<void> {
  if (productIds.length === 0) return;
  await saveCalculations(work, await work.compute(productsTask, { productIds, budgetMs }));
}
