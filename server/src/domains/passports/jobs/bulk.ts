import { announceWriter, type Db, type Tx } from '../../../platform/database/index.ts';
import { mapInTurns } from '../../../platform/event-loop.ts';
import { newUuid } from '../../../platform/ids.ts';
import { type Job, JobError, type JobHandler, type JobRun } from '../../../platform/jobs/index.ts';
import type { Scope } from '../../../platform/scope.ts';
import { SYSTEM } from '../../../rules/actor.ts';
import { badInput, type Problem } from '../../../rules/api-error.ts';
import { recordEvents } from '../../../rules/events.ts';
import { inStored, problem } from '../../../rules/problems.ts';
import type { TenantTx } from '../../../rules/work.ts';
import { findProducts, type Product } from '../../products/index.ts';
import type { Trust } from '../../trust/index.ts';
import { listedIn, qualifierProblems } from '../content/draft.ts';
import { schemaOf } from '../content/schemas.ts';
import { dppGenerated, dppPayload } from '../events.ts';
import { EMPTY, gateProblems, sealVersions } from '../life/publish.ts';
import type { Dpp } from '../model.ts';
import { modelOf, rowOf, startingContent } from '../service.ts';
import {
  countDrafts,
  dpps,
  dppWriter,
  findDraftIds,
  findLivingByIdentity,
  lockDpps,
} from '../store.ts';
import { findContents, insertDraftContents } from '../versions/store.ts';
import { CATALOGUE_JOB, catalogueHandler } from './catalogue.ts';
import { newJob, numberIn, textIn, untilUncontested } from './job.ts';
import { addJobLines } from './line-store.ts';

export const GENERATE_JOB = 'DPP_GENERATE';
export const PUBLISH_JOB = 'DPP_PUBLISH';

/** Passports of one transaction: a batch takes well below a second. */
const BATCH = 200;
/** Passports whose contents are in memory together: each may have 200,000 characters, and a credential of as many. */
const CONTENTS = 20;
export const MAX_ITEMS = 100_000;
const MAX_DIGITS = 12;

/** Serial numbers `prefix` + number, from `first` on, with leading zeros up to `digits`. */
type SerialRange = {
  readonly batchNumber: string | null;
  readonly prefix: string;
  readonly first: number;
  readonly digits: number;
  readonly count: number;
};

function serialOf({ prefix, first, digits }: SerialRange, place: number): string {
  return `${prefix}${String(first + place).padStart(digits, '0')}`;
}

/** Queues the drafts of the items of a serial range; they begin with the content of the model. */
export async function requestItems(
  work: TenantTx,
  product: Product,
  range: SerialRange,
): Promise<Job> {
  const problems = rangeProblems(range);
  if (problems.length > 0) throw badInput(problems);
  if ((await modelOf(work.tx, work.scope, product)) === undefined) {
    const message =
      'The product has no living passport of its model: generate that first, the items begin with its content.';
    throw badInput([problem(['product'], 'NOT_ALLOWED', message)]);
  }
  const input = { productId: product.id, ...range };
  return newJob(work, GENERATE_JOB, input, range.count);
}

function rangeProblems(range: SerialRange): Problem[] {
  const { count, first, digits } = range;
  const bounds: readonly (readonly [string, number, number, number])[] = [
    ['count', count, 1, MAX_ITEMS],
    ['first', first, 0, 2 ** 31 - 1 - MAX_ITEMS],
    ['digits', digits, 1, MAX_DIGITS],
  ];
  const wrong = bounds.filter(([, value, least, most]) => value < least || value > most);
  return [
    ...wrong.map(([name, value, least, most]) =>
      problem([name], 'OUT_OF_RANGE', `Give ${least} to ${most}; it was ${value}.`),
    ),
    ...(wrong.length > 0 ? [] : qualifierProblems(range.batchNumber, serialOf(range, count - 1))),
  ];
}

/** Drafts to publish: all that a filter names. */
export type DraftFilter = {
  readonly productId: string | null;
  readonly schemaId: string | null;
};

/** Queues the publication of all drafts of a filter; those that lack something stay drafts. */
export function requestPublication(work: TenantTx, filter: DraftFilter): Promise<Job> {
  return newJob(work, PUBLISH_JOB, filter, null);
}

/** Drafts the items in batches; a repeated batch leaves out what exists. */
async function generateItems(run: JobRun): Promise<void> {
  const { job, db, signal, save } = run;
  const { productId, range } = readRange(job);
  await save(db, { totalCount: range.count });
  let { doneCount } = job;
  for (let from = numberIn(job.checkpoint, 'next'); from < range.count && !signal.aborted; ) {
    const size = Math.min(BATCH, range.count - from);
    const serials = Array.from({ length: size }, (_, at) => serialOf(range, from + at));
    const write = async (tx: Tx) => {
      const { scope } = job;
      await announceWriter(tx, scope);
      await save(tx, { checkpoint: { next: from + size }, doneCount: doneCount + size });
      await insertItems({ tx, scope }, productId, range.batchNumber, serials);
    };
    await untilUncontested(() => db.transaction().execute(write));
    doneCount += size;
    from += size;
  }
}

async function insertItems(
  work: TenantTx,
  productId: string,
  batchNumber: string | null,
  serials: readonly string[],
): Promise<void> {
  const { tx, scope } = work;
  const [product] = await findProducts(tx, scope, [productId]);
  const model = product && (await modelOf(tx, scope, product));
  if (product === undefined || model === undefined)
    throw new JobError('The product or the passport of its model is gone.');
  const schema = schemaOf(model);
  const content = await startingContent(work, product, model, schema, { name: '' });
  const rows = serials.map((serialNumber) => ({
    id: newUuid(),
    draft: {
      ...rowOf(product, { batchNumber, serialNumber, content: {} }, schema, model.category),
      ...listedIn(content),
    },
  }));
  const taken = await findLivingByIdentity(
    tx,
    scope,
    rows.map(({ draft }) => draft.identity),
  );
  const known = new Set(taken.map(({ identity }) => identity));
  const fresh = rows.filter(({ draft }) => !known.has(draft.identity));
  if (fresh.length === 0) return;
  await dppWriter.insert(tx, scope, fresh);
  await insertDraftContents(
    tx,
    scope,
    fresh.map(({ id }) => ({ dppId: id, content })),
  );
  const made = await dpps.find(
    tx,
    scope,
    fresh.map(({ id }) => id),
  );
  await recordEvents(tx, scope, ...made.map((dpp) => dppGenerated.of(dpp.id, dppPayload(dpp))));
}

/** Publishes drafts in the order of their ids; each batch is sealed and signed in one transaction. */
function publishDrafts(trust: Trust): JobHandler {
  return async ({ job, db, signal, save }) => {
    const { scope } = job;
    const filter = readFilter(job);
    const totalCount = job.totalCount ?? (await countDrafts(db, scope, filter));
    await save(db, { totalCount });
    let after = textIn(job.checkpoint, 'after');
    let { doneCount, failedCount } = job;
    for (let read = BATCH; read === BATCH && !signal.aborted; ) {
      const ids = await findDraftIds(db, scope, filter, after, BATCH);
      read = ids.length;
      after = ids.at(-1) ?? after;
      ({ doneCount, failedCount } = await publishBatch(job, db, trust, ids, async (tx, refused) => {
        const counts = {
          doneCount: doneCount + ids.length,
          failedCount: failedCount + refused,
        };
        await save(tx, { checkpoint: { after }, ...counts });
        return counts;
      }));
    }
  };
}

function publishBatch<Counts>(
  { id: jobId, scope }: Job,
  db: Db,
  trust: Trust,
  ids: readonly string[],
  save: (tx: Db, refused: number) => Promise<Counts>,
): Promise<Counts> {
  return db.transaction().execute(async (tx) => {
    await announceWriter(tx, scope);
    const drafts = (await lockDpps(tx, scope, ids)).filter(({ status }) => status === 'DRAFT');
    let refused = 0;
    for (let at = 0; at < drafts.length; at += CONTENTS) {
      const checked = await checkedDrafts(tx, scope, drafts.slice(at, at + CONTENTS));
      const ready = checked.filter(({ problems }) => problems.length === 0);
      refused += checked.length - ready.length;
      await addJobLines(tx, scope, jobId, checked.flatMap(refusedLine));
      if (ready.length > 0) await sealVersions({ tx, scope, by: SYSTEM, trust }, ready, null);
    }
    return save(tx, refused);
  });
}

async function checkedDrafts(tx: Tx, scope: Scope, drafts: readonly Dpp[]) {
  const ids = drafts.map(({ id }) => id);
  const contents = new Map((await findContents(tx, scope, ids)).map((each) => [each.id, each]));
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

function readRange({ input }: Job): { readonly productId: string; readonly range: SerialRange } {
  return {
    productId: textIn(input, 'productId') ?? '',
    range: {
      batchNumber: textIn(input, 'batchNumber') ?? null,
      prefix: textIn(input, 'prefix') ?? '',
      first: numberIn(input, 'first'),
      digits: numberIn(input, 'digits'),
      count: numberIn(input, 'count'),
    },
  };
}

function readFilter({ input }: Job): DraftFilter {
  return {
    productId: textIn(input, 'productId') ?? null,
    schemaId: textIn(input, 'schemaId') ?? null,
  };
}

/** The jobs of passports, by kind. */
export function dppHandlers(trust: Trust): ReadonlyMap<string, JobHandler> {
  return new Map([
    [GENERATE_JOB, generateItems],
    [CATALOGUE_JOB, catalogueHandler],
    [PUBLISH_JOB, publishDrafts(trust)],
  ]);
}
