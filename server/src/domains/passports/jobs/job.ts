import { isRetryable } from '../../../platform/database/index.ts';
import { newUuid } from '../../../platform/ids.ts';
import { insertJob, type Job } from '../../../platform/jobs/index.ts';
import type { TenantTx } from '../../../rules/work.ts';

/** Queues a job of passports. */
export async function newJob(
  { tx, scope }: TenantTx,
  kind: string,
  input: object,
  totalCount: number | null,
): Promise<Job> {
  const job = await insertJob(tx, scope, {
    id: newUuid(),
    kind,
    state: 'QUEUED',
    input: { ...input },
  });
  return { ...job, totalCount };
}

const MOST_ATTEMPTS = 5;

/** Does a batch of drafts again if it lost to another transaction, which drafted one of its passports at the same time, for example. */
export async function untilUncontested<Result>(batch: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await batch();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

type Kept = Readonly<Record<string, unknown>> | null;

export function textIn(kept: Kept, name: string): string | undefined {
  const value = kept?.[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberIn(kept: Kept, name: string): number {
  return Number(kept?.[name] ?? 0);
}
