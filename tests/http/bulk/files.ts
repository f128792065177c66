import assert from 'node:assert/strict';
import { untilFound } from '../../../server/src/platform/testing.ts';
import { at, type Json, type JsonObject, sendForId, textAt } from '../client.ts';
import type { World } from '../world.ts';

const JOB = `id state direction type format dryRun totalCount doneCount failedCount createdCount
  updatedCount progress error uploadUrl downloadUrl resultUrl`;

export type Wanted = {
  readonly type?: 'PRODUCTS' | 'CUSTOMERS' | 'ORDERS' | 'AUDIT_LOG';
  readonly format?: 'JSONL' | 'CSV';
  readonly dryRun?: boolean;
  /** Of an export. */
  readonly filter?: JsonObject;
};

/** Requests an import and returns the address for its file. */
export async function askForImport({ send }: World, wanted: Wanted = {}): Promise<string> {
  const answer = await send(
    `mutation ($input: BulkImportInput!) { bulkImport(input: $input) { job { ${JOB} } } }`,
    { input: { type: 'PRODUCTS', ...wanted } },
  );
  return textAt(answer, 'bulkImport', 'job', 'uploadUrl');
}

export function put(url: string, key: string | undefined, body: string): Promise<Response> {
  const headers = key === undefined ? {} : { 'X-API-Key': key };
  return fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    body,
  });
}

export function idIn(url: string): string {
  return /job_\w+/.exec(url)?.[0] ?? '';
}

/** The job once `isSo` holds of it. */
export async function jobWhen(
  { send }: World,
  id: string,
  isSo: (job: JsonObject) => boolean,
): Promise<JsonObject> {
  return untilFound(async () => {
    const answer = await send(`query ($id: ID!) { bulkJob(id: $id) { ${JOB} } }`, { id });
    const job = at(answer.data ?? undefined, 'bulkJob');
    assert.ok(isObject(job), JSON.stringify(answer));
    return isSo(job) ? job : undefined;
  });
}

export function hasEnded({ state }: JsonObject): boolean {
  return state === 'COMPLETED' || state === 'FAILED' || state === 'CANCELLED';
}

/** Result of an import: the finished job, and a line per row. */
export async function imported(
  world: World,
  body: string,
  wanted: Wanted = {},
): Promise<{ readonly job: JsonObject; readonly rows: readonly JsonObject[] }> {
  const url = await askForImport(world, wanted);
  const response = await put(url, world.key, body);
  assert.equal(response.status, 200, await response.text());
  const job = await jobWhen(world, idIn(url), hasEnded);
  const rows = job['resultUrl'] === null ? '' : await fetched(world, String(job['resultUrl']));
  return { job, rows: rowsOf(rows) };
}

/** Everything of a type, as a file. */
export async function exported(world: World, wanted: Wanted = {}): Promise<string> {
  const job = await jobWhen(
    world,
    await sendForId(world, 'bulkExport', 'job', { type: 'PRODUCTS', ...wanted }),
    hasEnded,
  );
  assert.equal(job['state'], 'COMPLETED');
  return fetched(world, String(job['downloadUrl']));
}

export async function fetched({ key }: World, url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'X-API-Key': key } });
  assert.equal(response.status, 200);
  return response.text();
}

export function jsonl(rows: readonly Json[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export function rowsOf(text: string): JsonObject[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
