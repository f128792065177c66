import type { TenantDb, TenantTx } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { stableJson } from '../../platform/json/index.ts';
import { badInput, orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { problem } from '../../rules/inputs/problems.ts';
import {
  requireCurrent,
  type Target,
  withUniqueExternalId,
} from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { keepFactorUses, referenceCheck } from '../factors/index.ts';
import { findProduct } from '../products/index.ts';
import { supplyChainDeletion } from './audit.ts';
import { changedFields } from './draft.ts';
import { supplyChainCreated, supplyChainDeleted, supplyChainUpdated } from './events.ts';
import type {
  CheckedSupplyChain,
  SupplyChain,
  SupplyChainDraft,
  WholeSupplyChain,
} from './model.ts';
import { insertSupplyChain, supplyChains, updateSupplyChainRow } from './store.ts';
import { findNetworks } from './version-store.ts';

export async function createSupplyChain(
  work: TenantTx,
  checked: CheckedSupplyChain,
): Promise<SupplyChain> {
  await assertNoProblems(work, checked);
  const { draft } = checked;
  const chain = await withUniqueExternalId(
    'supply_chains',
    'a supply chain',
    draft.externalId,
    () => insertSupplyChain(work, newUuid(), draft),
  );
  await keepFactorUses(work, 'supplyChain', [{ id: chain.id, after: draft.network }]);
  await recordEvents(work, supplyChainCreated.of(chain.id, payloadOf(chain)));
  return chain;
}

/**
 * Makes the next version of a supply chain; a stale version is refused. Where nothing
 * changes, nothing is written: neither a version nor an event.
 */
export async function updateSupplyChain(
  work: TenantTx,
  target: Target,
  change: (current: SupplyChainDraft) => Promise<CheckedSupplyChain>,
): Promise<SupplyChain> {
  const current = await currentSupplyChain(work, target);
  const whole = await withNetwork(work, current);
  const checked = await change(whole);
  await assertNoProblems(work, checked, whole);
  const { draft } = checked;
  const changed = changedFields(draft, whole);
  if (changed.length === 0) return current;
  const chain = await withUniqueExternalId(
    'supply_chains',
    'a supply chain',
    draft.externalId,
    () => updateSupplyChainRow(work, current.id, draft),
  );
  const networks = { before: whole.network, after: draft.network };
  await keepFactorUses(work, 'supplyChain', [{ id: chain.id, ...networks }]);
  const payload = { ...payloadOf(chain), changedFields: changed };
  await recordEvents(work, supplyChainUpdated.of(chain.id, payload));
  return chain;
}

export async function deleteSupplyChain(
  work: AuditedTx,
  target: Target,
): Promise<WholeSupplyChain> {
  const current = await currentSupplyChain(work, target);
  const chain = await withNetwork(work, current);
  await supplyChains.delete(work, chain.id);
  await keepFactorUses(work, 'supplyChain', [{ id: chain.id, before: chain.network }]);
  const last = { ...payloadOf(chain), version: chain.version + 1 };
  await recordEvents(work, supplyChainDeleted.of(chain.id, last));
  await recordAudit(work, supplyChainDeletion.of(chain.id, { name: chain.name }));
  return chain;
}

/** A supply chain with its present network. */
async function withNetwork(tenant: TenantDb, chain: SupplyChain): Promise<WholeSupplyChain> {
  const [held] = await findNetworks(tenant, [{ supplyChainId: chain.id, version: chain.version }]);
  // Deleted by another since it was found.
  const { network } = orNotFound('The supply chain', held);
  return { ...chain, network };
}

async function currentSupplyChain(
  work: TenantTx,
  { reference, expectedVersion }: Target,
): Promise<SupplyChain> {
  const current = await supplyChains.lock(work, reference);
  return requireCurrent('The supply chain', current, expectedVersion);
}

async function assertNoProblems(
  work: TenantTx,
  { draft: { productId, network }, problems: found }: CheckedSupplyChain,
  current?: SupplyChainDraft,
): Promise<void> {
  const problems = [...found];
  // Factors of the current network are not checked again: a set may have been replaced since.
  if (stableJson(network) !== stableJson(current?.network)) {
    const check = await referenceCheck(work, [network]);
    problems.push(...check(network));
  }
  // The product of before may have been deleted since.
  if (
    productId !== null &&
    productId !== current?.productId &&
    (await findProduct(work, { by: 'id', value: productId })) === undefined
  ) {
    problems.push(unknownProduct(productId));
  }
  if (problems.length > 0) throw badInput(problems);
}

function unknownProduct(productId: string): Problem {
  return problem(
    ['productId'],
    'NOT_FOUND',
    `There is no product ${encodeId('product', productId)} in this organization and environment.`,
  );
}

function payloadOf(chain: SupplyChain) {
  return {
    externalId: chain.externalId,
    productId: chain.productId === null ? null : encodeId('product', chain.productId),
    version: chain.version,
  };
}
