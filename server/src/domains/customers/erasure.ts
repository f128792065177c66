import type { TenantTx } from '../../platform/database/index.ts';
import { inTurns, saveLeft } from '../../platform/jobs/index.ts';
import { SYSTEM } from '../../rules/access/actor.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { recordEvents } from '../../rules/events/events.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { customerErasureCompletion } from './audit.ts';
import { type Erasure, eraseAnswers, type PartsLeft } from './erasure-store.ts';
import { customerErased } from './events.ts';
import { type ErasePage, personalDataSources } from './personal-data.ts';

const LEFT = { table: 'customer_erasures', id: 'customer_id' };
/** Orders or carts of a request, and of a transaction of a worker. */
const [AT_ONCE, BATCH] = [100, 500];

/**
 * Erases the personal data of a customer in all domains. A request erases the first orders and carts itself, and
 * leaves the others to a worker: a customer may have a hundred thousand.
 */
export async function beginErasure(work: AuditedTx, customerId: string): Promise<void> {
  const parts = Object.fromEntries([...erasedParts().keys()].map((name) => [name, '']));
  await eraseCopies(work);
  await erasePage(work, { id: customerId, parts }, AT_ONCE);
}

export const eraseCustomers = inTurns<Erasure>({
  ...LEFT,
  name: 'erasing personal data of customers',
  columns: ['parts'],
  turn: 'worked_at',
  page: ({ db, scope }, erasure) => erasePage({ db, scope, by: SYSTEM }, erasure, BATCH),
});

async function erasePage(work: AuditedTx, erasure: Erasure, limit: number): Promise<void> {
  const { id: customerId } = erasure;
  const parts = await eraseNext(work, erasure, limit);
  const isLeft = Object.keys(parts).length > 0;
  await saveLeft(work, LEFT, customerId, isLeft ? { parts: JSON.stringify(parts) } : undefined);
  if (isLeft) return;
  await eraseCopies(work);
  await recordEvents(work, customerErased.of(customerId, {}));
  await recordAudit(work, customerErasureCompletion.of(customerId, {}));
}

/** In their order: stored answers come last, because what is not erased yet may be in new ones. */
function erasedParts(): ReadonlyMap<string, ErasePage> {
  const sources = [...personalDataSources()].flatMap(([name, { erase }]) =>
    erase === undefined ? [] : [[name, erase] as const],
  );
  const storedAnswers: ErasePage = (work, _customerId, page) => eraseAnswers(work, page);
  return new Map([...sources, ['storedAnswers', storedAnswers]]);
}

/** Erases the parts that are left up to the end of one page, and returns those that are left then. */
async function eraseNext(
  work: TenantTx,
  { id: customerId, parts }: Erasure,
  limit: number,
): Promise<PartsLeft> {
  const left = new Map(Object.entries(parts));
  for (const [name, erase] of erasedParts()) {
    const after = left.get(name);
    if (after === undefined) continue;
    const reached = await erase(work, customerId, { after, limit });
    left.delete(name);
    if (reached !== undefined) return Object.fromEntries([...left, [name, reached]]);
  }
  return {};
}

async function eraseCopies(work: TenantTx): Promise<void> {
  for (const { eraseCopies } of personalDataSources().values()) await eraseCopies?.(work);
}
