import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after } from 'node:test';
import { untilFound } from '../../server/src/platform/testing.ts';
import {
  at,
  type Client,
  clientOf,
  dataOf,
  type Json,
  type JsonObject,
  numberAt,
  sendForId,
} from '../http/client.ts';
import { kill } from '../platform/kills.ts';
import { seededFolder } from '../seeded-folder.ts';
import { runCli, startServer } from '../server-process.ts';

const CREATORS = 8;

type Work = {
  readonly kills: number;
  readonly products: readonly JsonObject[];
  readonly env?: Readonly<Record<string, string>>;
  /** Furnishes the data folder before the service starts. */
  readonly prepare?: (dataFolder: string) => Promise<void>;
  /** Begins the work; returns its id. */
  readonly begin: (client: Client) => Promise<string>;
  /** Has the `state`, and `doneCount` here or in `catalogue`. */
  readonly progressOf: (client: Client, id: string) => Promise<Json>;
};

/**
 * Work of the background on many products. The service is killed each time the work has moved on, every other time with its
 * database, and started again; returns what is there when the work has ended.
 */
export async function workThroughKills(work: Work): Promise<{
  readonly client: Client;
  readonly id: string;
  readonly ended: Json;
  readonly dataFolder: string;
}> {
  const { products, env = {}, prepare = async () => {}, begin, progressOf } = work;
  const { dataFolder, key } = await seededFolder();
  await prepare(dataFolder);
  const enterprise = ['organizations', 'set', 'Demo', '--tier', 'ENTERPRISE'];
  const raised = await runCli(enterprise, { TRACKWAY_DATA: dataFolder });
  assert.equal(raised.code, 0, raised.stderr);
  let server = await startServer({ dataFolder, env });
  after(async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const client = () => clientOf(`${server.url}/graphql`, key);
  const inputs = products.values();
  const create = async () => {
    for (const input of inputs) await sendForId(client(), 'createProduct', 'product', input);
  };
  await Promise.all(Array.from({ length: CREATORS }, create));

  const id = await begin(client());
  let [seen, kills] = [0, 0];
  while (kills < work.kills) {
    const moved = await untilFound(async () => {
      const progress = await progressOf(client(), id);
      return isCompleted(progress) || doneOf(progress) > seen ? progress : undefined;
    });
    if (isCompleted(moved)) break;
    seen = doneOf(moved);
    await kill(server, kills % 2 === 1);
    kills += 1;
    server = await startServer({ dataFolder, env });
  }
  assert.ok(kills > 0, 'no process was killed during the work');
  const ended = await completed(() => progressOf(client(), id));
  return { client: client(), id, ended, dataFolder };
}

/** The progress of work once it has ended well. */
export function completed(progressOf: () => Promise<Json>): Promise<Json> {
  return untilFound(async () => {
    const progress = await progressOf();
    return isCompleted(progress) ? progress : undefined;
  });
}

function isCompleted(progress: Json): boolean {
  const state = at(progress, 'state');
  assert.notEqual(state, 'FAILED', JSON.stringify(progress));
  return state === 'COMPLETED';
}

function doneOf(progress: Json): number {
  return numberAt(at(progress, 'catalogue') ?? progress, 'doneCount');
}

/** All nodes of a list; the document names it `page` and takes its cursor as `$after`. */
export async function nodesOf(
  { send }: Client,
  document: string,
  variables: JsonObject = {},
): Promise<Json[]> {
  const nodes: Json[] = [];
  for (let after: Json = null; ; ) {
    const data = dataOf(await send(document, { ...variables, after }));
    const page = at(data, 'page') ?? at(data, 'of', 'page') ?? null;
    const some = at(page, 'nodes');
    assert.ok(Array.isArray(some));
    nodes.push(...some);
    if (at(page, 'pageInfo', 'hasNextPage') !== true) return nodes;
    after = at(page, 'pageInfo', 'endCursor') ?? null;
  }
}
