import { isRetryable, type TenantTx } from '../../../platform/database/index.ts';
import { newUuid } from '../../../platform/ids.ts';
import { insertJob, type Job } from '../../../platform/jobs/index.ts';
import { recordEvents } from '../../../rules/events/events.ts';
import { dppGenerated, dppPayload } from '../events.ts';
import type { DppContent } from '../model.ts';
import { dpps, dppWriter } from '../store.ts';
import { insertDraftContents } from '../versions/store.ts';

/** Queues a job of passports. */
export async function newJob(
  work: TenantTx,
  kind: string,
  input: object,
  totalCount: number | null,
): Promise<Job> {
  const job = await insertJob(work, {
    id: newUuid(),
    kind,
    state: 'QUEUED',
    input: { ...input },
  });
  return { ...job, totalCount };
}

type Draft = Parameters<typeof dppWriter.insertOne>[1] & { readonly content: DppContent };

/** Writes the drafts of a batch, with their contents and events. */
export async function insertDrafts(work: TenantTx, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  await dppWriter.insert(work, drafts);
  const contents = drafts.map(({ id, content }) => ({ dppId: id, content }));
  await insertDraftContents(work, contents);
  const ids = drafts.map(({ id }) => id);
  const made = await dpps.find(work, ids);
  await recordEvents(work, ...made.map((dpp) => dppGenerated.of(dpp.id, dppPayload(dpp))));
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
