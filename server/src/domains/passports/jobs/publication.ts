import { mapInTurns } from '../../../platform/concurrency/event-loop.ts';
import { inTransaction, type TenantTx } from '../../../platform/database/index.ts';
import type { Job, JobHandler, JobRun } from '../../../platform/jobs/index.ts';
import { SYSTEM } from '../../../rules/access/actor.ts';
import type { Problem } from '../../../rules/errors/api-error.ts';
import { inStored } from '../../../rules/inputs/problems.ts';
import type { Trust } from '../../trust/index.ts';
import { EMPTY, gateProblems, sealVersions } from '../life/publish.ts';
import type { Dpp } from '../model.ts';
import { countDrafts, findDraftIds, lockDpps } from '../store.ts';
import { findContents } from '../versions/store.ts';
import { newJob, textIn } from './job.ts';
import { addJobLines } from './line-store.ts';

export const PUBLICATION_JOB = 'DPP_PUBLISH';

/** Passports of one transaction: a batch takes well below a second. */
const BATCH = 200;
/** Passports whose contents are in memory together: each may have 200,000 characters, and a credential of as many. */
const CONTENTS = 20;

/** Drafts to publish: all that a filter names. */
export type DraftFilter = {
  readonly productId: string | null;
  readonly schemaId: string | null;
};

/** Queues the publication of all drafts of a filter; those that lack something stay drafts. */
export function requestPublication(work: TenantTx, filter: DraftFilter): Promise<Job> {
  return newJob(work, PUBLICATION_JOB, filter, null);
}

/** Publishes drafts in the order of their ids; each batch is sealed and signed in one transaction. */
export function publishDrafts(trust: Trust): JobHandler {
  return async (run) => {
    const { job, signal, save } = run;
    const filter = readFilter(job);
    const totalCount = job.totalCount ?? (await countDrafts(run, filter));
    await save(run, { totalCount });
    let after = textIn(job.checkpoint, 'after');
    let { doneCount, failedCount } = job;
    for (let read = BATCH; read === BATCH && !signal.aborted; ) {
      const ids = await findDraftIds(run, filter, after, BATCH);
      read = ids.length;
      after = ids.at(-1) ?? after;
      ({ doneCount, failedCount } = await publishBatch(run, trust, ids, async (work, refused) => {
        const counts = {
          doneCount: doneCount + ids.length,
          failedCount: failedCount + refused,
        };
        await save(work, { checkpoint: { after }, ...counts });
        return counts;
      }));
    }
  };
}

function publishBatch<Counts>(
  run: JobRun,
  trust: Trust,
  ids: readonly string[],
  save: (work: TenantTx, refused: number) => Promise<Counts>,
): Promise<Counts> {
  return inTransaction(run, async (work) => {
    const drafts = (await lockDpps(work, ids)).filter(({ status }) => status === 'DRAFT');
    let refused = 0;
    for (let at = 0; at < drafts.length; at += CONTENTS) {
      const checked = await checkedDrafts(work, drafts.slice(at, at + CONTENTS));
      const ready = checked.filter(({ problems }) => problems.length === 0);
      refused += checked.length - ready.length;
      await addJobLines(work, run.job.id, checked.flatMap(refusedLine));
      if (ready.length > 0) await sealVersions({ ...work, by: SYSTEM, trust }, ready, null);
    }
    return save(work, refused);
  });
}

async function checkedDrafts(work: TenantTx, drafts: readonly Dpp[]) {
  const ids = drafts.map(({ id }) => id);
  const contents = new Map((await findContents(work, ids)).map((each) => [each.id, each]));
  return mapInTurns(drafts, (dpp) => {
    const candidate = { dpp, ...EMPTY, ...contents.get(dpp.id) };
    return { ...candidate, problems: gateProblems(candidate).map(inStored) };
  });
}

type Checked = { readonly dpp: Dpp; readonly problems: readonly Problem[] };

function refusedLine({ dpp, problems }: Checked) {
  if (problems.length === 0) return [];
  return [{ productId: dpp.productId, dppId: dpp.id, outcome: 'REFUSED', problems }] as const;
}

function readFilter({ input }: Job): DraftFilter {
  return {
    productId: textIn(input, 'productId') ?? null,
    schemaId: textIn(input, 'schemaId') ?? null,
  };
}
