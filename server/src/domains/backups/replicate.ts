import { inTransaction, isOutage } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { dueTenants } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { dppBackupFailed } from './events.ts';
import { RPO_SECONDS } from './model.ts';
import { type Deliver, inOwnFile } from './packages.ts';
import {
  claimChanged,
  endDelivered,
  endFailed,
  type HeldReplication,
  REPLICATIONS,
} from './replication-store.ts';
import { type Means, writePackage } from './write-package.ts';

/** Passports of one package. */
const BATCH = 100;
const FIRST_RETRY_SECONDS = 10;
/** More than the lease of a delivery and the time of a request together. */
const LONGEST_DELIVERY_MS = 3_600_000;

type Delivery = Means & { readonly deliver: Deliver };

/**
 * Work of a worker: delivers each change of a live passport to the second operator, as a package that verifies and
 * restores by itself. Tenants take turns.
 */
export function replicatePassports(
  means: Delivery,
  log: Logger,
): (stopping: AbortSignal) => Promise<void> {
  return async (stopping) => {
    for (let isLeft = true; isLeft; ) {
      isLeft = false;
      for await (const scope of dueTenants(means.db, REPLICATIONS)) {
        if (stopping.aborted) return;
        if (scope.environment === 'LIVE') isLeft = (await deliverNext(means, scope, log)) || isLeft;
      }
    }
  };
}

/** Delivers the next package of a tenant; returns false if no change is due that no other worker has. */
async function deliverNext(means: Delivery, scope: Scope, log: Logger): Promise<boolean> {
  const held = await claimChanged({ db: means.db, scope }, BATCH);
  const [first] = held;
  if (first === undefined) return false;
  try {
    await deliver(means, first, held);
  } catch (error) {
    if (isOutage(error)) throw error;
    log.error({ err: error, organizationId: first.organizationId }, 'back-up of passports');
    await failed(means, first, held);
  }
  return true;
}

async function deliver(
  means: Delivery,
  owner: HeldReplication,
  held: readonly HeldReplication[],
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const dppIds = held.map(({ dppId }) => dppId);
  await inOwnFile(async (path) => {
    await writePackage(means, owner, path, { dppIds, delivered: deliveredWith(held) });
    await means.deliver(`${day}/${newUuid()}.zip`, path);
  });
  await inTransaction({ db: means.db, scope: owner }, (work) => endDelivered(work, held));
}

/** Events were delivered with their passports, but those that were captured while the last delivery was written. */
function deliveredWith(held: readonly HeldReplication[]) {
  const times = held.flatMap(({ replicatedAt }) => replicatedAt?.getTime() ?? []);
  const fresh = held.filter(({ replicatedAt }) => replicatedAt === null);
  return {
    until: new Date(Math.min(...times, Date.now()) - LONGEST_DELIVERY_MS),
    exceptOf: fresh.map(({ dppId }) => dppId),
  };
}

async function failed(
  { db }: Means,
  owner: HeldReplication,
  held: readonly HeldReplication[],
): Promise<void> {
  // The reason is in the log: it may name paths and hosts of the operator.
  const reason = 'The package could not be delivered.';
  const most = Math.max(...held.map(({ failureCount }) => failureCount));
  const pause = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.min(most, 10), RPO_SECONDS);
  const first = held.filter(({ failureCount }) => failureCount === 0);
  await inTransaction({ db, scope: owner }, async (work) => {
    await endFailed(work, held, reason, pause);
    await recordEvents(work, ...first.map(({ dppId }) => dppBackupFailed.of(dppId, { reason })));
  });
}
