import assert from 'node:assert/strict';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EXAMPLE_FONTS } from '../../docs/asset-pictures.ts';
import { until } from '../../server/src/platform/testing.ts';
import { gtinOf } from '../gtin.ts';
import {
  at,
  type Client,
  clientOf,
  dataOf,
  type Json,
  mutationText,
  numberAt,
  textAt,
} from '../http/client.ts';
import { postmasterPid } from '../platform/kill-rounds.ts';
import { seededFolder } from '../seeded-folder.ts';
import { endProcess, runCli, type ServerProcess, startServer } from '../server-process.ts';
import { roundsOf } from './share.ts';

/** Products of one checkpoint of a batch. */
const SLICE = 50;
const PAGE = 100;

type Line = { readonly productId: string; readonly assetId: string };

async function batchOf(client: Client, id: string): Promise<Json> {
  const document =
    'query ($id: ID!) { assetBatch(id: $id) { state doneCount failedCount totalCount error } }';
  const batch = at(dataOf(await client.send(document, { id })), 'assetBatch');
  return batch ?? null;
}

async function linesOf(client: Client, id: string): Promise<Line[]> {
  const document = `query ($id: ID!, $after: String) { assetBatch(id: $id) {
    results(first: ${PAGE}, after: $after) {
      nodes { product { id } asset { id } }
      pageInfo { hasNextPage endCursor }
    } } }`;
  const lines: Line[] = [];
  for (let place: string | null = null; ; ) {
    const page = at(
      dataOf(await client.send(document, { id, after: place })),
      'assetBatch',
      'results',
    );
    const nodes = at(page ?? null, 'nodes');
    assert.ok(Array.isArray(nodes));
    for (const node of nodes)
      lines.push({
        productId: String(at(node, 'product', 'id')),
        assetId: String(at(node, 'asset', 'id')),
      });
    if (at(page ?? null, 'pageInfo', 'hasNextPage') !== true) return lines;
    place = String(at(page ?? null, 'pageInfo', 'endCursor'));
  }
}

test('a batch of assets that is killed again and again resumes: no label twice, none missing', async () => {
  const rounds = roundsOf(10);
  const count = (3 * rounds + 2) * SLICE;
  const { dataFolder, key } = await seededFolder();
  after(() => rm(dataFolder, { recursive: true, force: true }));
  await cp(EXAMPLE_FONTS.folder, join(dataFolder, 'fonts'), { recursive: true });
  const env = { TRACKWAY_DATA: dataFolder };
  const fonts = { TRACKWAY_FONTS: 'arabic' };
  const raised = await runCli(['organizations', 'set', 'Demo', '--tier', 'ENTERPRISE'], env);
  assert.equal(raised.code, 0, raised.stderr);

  let server: ServerProcess = await startServer({ dataFolder, env: fonts });
  const client = (): Client => clientOf(`${server.url}/graphql`, key);
  const create = mutationText('createProduct', 'product { id }');
  for (let number = 0; number < count; number += 1) {
    const input = { name: `Killed قميص ${number}`, gtin: gtinOf(number) };
    dataOf(await client().send(create, { input }));
  }
  const asked = await client().send(mutationText('generateAssets', 'batch { id }'), {
    input: { kind: 'QR_TAG', locale: 'en', filter: { text: 'Killed' } },
  });
  const id = textAt(asked, 'generateAssets', 'batch', 'id');

  let [seen, kills] = [0, 0];
  while (kills < rounds) {
    await until(async () => numberAt(await batchOf(client(), id), 'doneCount') > seen);
    const batch = await batchOf(client(), id);
    if (at(batch, 'state') === 'COMPLETED') break;
    seen = numberAt(batch, 'doneCount');
    if (kills % 2 === 1) process.kill(postmasterPid(dataFolder), 'SIGKILL');
    await endProcess(server.child, 'SIGKILL');
    kills += 1;
    server = await startServer({ dataFolder, env: fonts });
  }
  assert.ok(kills > 0);
  await until(async () => {
    const state = at(await batchOf(client(), id), 'state');
    return state !== 'QUEUED' && state !== 'RUNNING';
  });
  const ended = { state: 'COMPLETED', doneCount: count, failedCount: 0, totalCount: count };
  assert.deepEqual(await batchOf(client(), id), { ...ended, error: null });

  const lines = await linesOf(client(), id);
  assert.equal(lines.length, count);
  assert.equal(new Set(lines.map(({ productId }) => productId)).size, count);
  assert.equal(new Set(lines.map(({ assetId }) => assetId)).size, count);
  const assets = await client().send('{ assets { totalCount } }');
  assert.equal(
    at(dataOf(assets), 'assets', 'totalCount'),
    count,
    'no asset is outside of the batch',
  );
  const files = await readdir(join(dataFolder, 'assets'), { recursive: true });
  assert.equal(files.filter((name) => name.endsWith('.svg')).length, count);
  await server.stop();
});
