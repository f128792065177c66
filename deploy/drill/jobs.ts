import { at, type Json } from '../../tests/http/client.ts';
import { mutation, persist } from './client.ts';
import { until } from './processes.ts';

/** The two long jobs that go on during every fault: an import, and the calculation of a catalogue. */

export type Job = {
  readonly name: 'import' | 'catalogue';
  readonly total: number;
  readonly progress: () => Promise<Progress>;
};

export type Progress = { readonly state: string; readonly done: number; readonly failed: number };

type Account = { readonly url: string; readonly key: string };

const IMPORT = 'mutation { bulkImport(input: { type: PRODUCTS }) { job { id uploadUrl } } }';
const IMPORT_STATE = 'query ($id: ID!) { bulkJob(id: $id) { state doneCount failedCount error } }';
const CATALOGUE = 'mutation { calculateCatalogue(input: { detail: FULL }) { calculation { id } } }';
const COUNT = '{ products { totalCount } }';
const CATALOGUE_STATE =
  'query ($id: ID!) { calculation(id: $id) { state catalogue { doneCount failedCount error } } }';
const END_SECONDS = 180;

export async function startImport(
  account: Account,
  mark: string,
  rows: readonly object[],
): Promise<Job> {
  const asked = await persist(mutation(account, { query: IMPORT }, `${mark}.import`));
  const id = textOf(asked, 'bulkImport', 'job', 'id');
  await persist({
    url: textOf(asked, 'bulkImport', 'job', 'uploadUrl'),
    method: 'PUT',
    headers: { 'X-API-Key': account.key },
    body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  });
  const progress = () => progressOf(account, IMPORT_STATE, id, ['bulkJob']);
  return { name: 'import', total: rows.length, progress };
}

export async function startCatalogue(account: Account, mark: string): Promise<Job> {
  const counted = await persist(mutation(account, { query: COUNT }));
  const total = Number(at(counted, 'products', 'totalCount'));
  const asked = await persist(mutation(account, { query: CATALOGUE }, `${mark}.catalogue`));
  const id = textOf(asked, 'calculateCatalogue', 'calculation', 'id');
  const progress = () => progressOf(account, CATALOGUE_STATE, id, ['calculation', 'catalogue']);
  return { name: 'catalogue', total, progress };
}

export async function untilUnderWay(jobs: readonly Job[]): Promise<void> {
  const description = 'Jobs that are under way';
  await until(
    async () => {
      const all = await Promise.all(jobs.map(({ progress }) => progress()));
      return all.every(({ done }) => done > 0);
    },
    { description, seconds: END_SECONDS },
  );
}

/** Waits until jobs end, well or not. */
export async function untilEnded(jobs: readonly Job[]): Promise<readonly Progress[]> {
  let all: readonly Progress[] = [];
  const areEnded = async () => {
    all = await Promise.all(jobs.map(({ progress }) => progress()));
    return all.every(({ state }) => /^(COMPLETED|FAILED|CANCELLED)$/.test(state));
  };
  await until(areEnded, { description: 'The end of all jobs', seconds: END_SECONDS }).catch(
    () => {},
  );
  return all;
}

async function progressOf(
  account: Account,
  query: string,
  id: string,
  path: readonly string[],
): Promise<Progress> {
  const answer = await persist(mutation(account, { query, variables: { id } }));
  const [outer = ''] = path;
  return {
    state: textOf(answer, outer, 'state'),
    done: Number(at(answer, ...path, 'doneCount')),
    failed: Number(at(answer, ...path, 'failedCount')),
  };
}

function textOf(data: Json, ...path: readonly string[]): string {
  const found = at(data, ...path);
  if (typeof found !== 'string') throw new Error(`${path.join('.')} of ${JSON.stringify(data)}`);
  return found;
}
