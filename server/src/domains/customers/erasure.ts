import { announceWriter, type Db, type Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { SYSTEM } from '../../rules/actor.ts';
import { recordAudit } from '../../rules/audit.ts';
import { recordEvents } from '../../rules/events.ts';
import type { AuditedTx } from '../../rules/work.ts';
import { customerErasureCompletion } from './audit.ts';
import {
  deleteErasure,
  type Erasure,
  eraseAnswers,
  insertErasure,
  lockErasure,
  type PartsLeft,
  tenantsWithErasures,
  updateErasure,
} from './erasure-store.ts';
import { customerErased } from './events.ts';
import { type ErasePage, personalDataSources } from './personal-data.ts';

export const ERASE_EVERY_MS = 1_000;
/** Orders or carts of a request, and of a transaction of a worker. */
const [AT_ONCE, BATCH] = [100, 500];

/**
 * Erases the personal data of a customer in all domains. A request erases the first orders and carts itself, and
 * leaves the others to a worker: a customer may have a hundred thousand.
 */
export async function beginErasure(work: AuditedTx, customerId: string): Promise<void> {
  const { tx, scope } = work;
  const all = Object.fromEntries([...erasedParts().keys()].map((name) => [name, '']));
  const parts = await eraseNext(tx, scope, { customerId, parts: all }, AT_ONCE);
  if (isDone(parts)) return completeErasure(work, customerId);
  await eraseCopies(tx, scope);
  await insertErasure(tx, scope, { customerId, parts });
}

/** Erases what requests have left: tenants take turns, and the customers of each too. */
export async function continueErasures(db: Db, stopping?: AbortSignal): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    isLeft = false;
    const failures: unknown[] = [];
    for (const scope of await tenantsWithErasures(db)) {
      if (stopping?.aborted) return;
      try {
        isLeft = (await continueErasure(db, scope)) || isLeft;
      } catch (error) {
        // The others have their turn first.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Returns whether there was something to erase that no other worker has. */
function continueErasure(db: Db, scope: Scope): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await announceWriter(tx, scope);
    const erasure = await lockErasure(tx, scope);
    if (erasure === undefined) return false;
    const { customerId } = erasure;
    const parts = await eraseNext(tx, scope, erasure, BATCH);
    if (isDone(parts)) {
      await deleteErasure(tx, scope, customerId);
      await completeErasure({ tx, scope, by: SYSTEM }, customerId);
    } else {
      await updateErasure(tx, scope, { customerId, parts });
    }
    return true;
  });
}

/** In their order: stored answers come last, because what is not erased yet may be in new ones. */
function erasedParts(): ReadonlyMap<string, ErasePage> {
  const sources = [...personalDataSources()].flatMap(([name, { erase }]) =>
    erase === undefined ? [] : [[name, erase] as const],
  );
  return new Map([...sources, ['storedAnswers', eraseAnswers]]);
}

/** Erases the parts that are left up to the end of one page, and returns those that are left then. */
async function eraseNext(
  tx: Tx,
  scope: Scope,
  { customerId, parts }: Erasure,
  limit: number,
): Promise<PartsLeft> {
  const left = new Map(Object.entries(parts));
  for (const [name, erase] of erasedParts()) {
    const after = left.get(name);
    if (after === undefined) continue;
    const reached = await erase(tx, scope, customerId, { after, limit });
    left.delete(name);
    if (reached !== undefined) return Object.fromEntries([...left, [name, reached]]);
  }
  return {};
}

function isDone(parts: PartsLeft): boolean {
  return Object.keys(parts).length === 0;
}

async function completeErasure(work: AuditedTx, customerId: string): Promise<void> {
  const { tx, scope } = work;
  await eraseCopies(tx, scope);
  await recordEvents(tx, scope, customerErased.of(customerId, {}));
  await recordAudit(work, customerErasureCompletion.of(customerId, {}));
}

async function eraseCopies(tx: Tx, scope: Scope): Promise<void> {
  for (const { eraseCopies } of personalDataSources().values()) await eraseCopies?.(tx, scope);
}
