import type { TenantTx } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { Overtaken } from '../../rules/jobs/compute.ts';
import { productFootprintChanged, productPayload } from './events.ts';
import { type ProductFootprint, updateFootprints } from './store.ts';

/**
 * Makes calculations the footprints of their products: each is a new version, with its event.
 *
 * @throws Overtaken if the declaration of a product was changed after it was read
 */
export async function setFootprints(
  work: TenantTx,
  footprints: readonly ProductFootprint[],
): Promise<void> {
  if (footprints.length === 0) return;
  const changed = await updateFootprints(work, footprints);
  const isVersioned = footprints.some(({ version }) => version !== undefined);
  if (isVersioned && changed.length < footprints.length) throw new Overtaken();
  const byProduct = new Map(footprints.map((footprint) => [footprint.productId, footprint]));
  await recordEvents(
    work,
    ...changed.flatMap((product) => {
      const footprint = byProduct.get(product.id);
      if (footprint === undefined) return [];
      const { basis, co2eKg } = footprint;
      const calculationId = encodeId('calculation', footprint.calculationId);
      const payload = { ...productPayload(product), basis, co2eKg, calculationId };
      return [productFootprintChanged.of(product.id, payload)];
    }),
  );
}
