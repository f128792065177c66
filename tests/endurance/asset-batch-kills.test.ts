import assert from 'node:assert/strict';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { EXAMPLE_FONTS } from '../../docs/asset-pictures.ts';
import { gtinOf } from '../gtin.ts';
import { at, type Client, dataOf, type Json, sendForId } from '../http/client.ts';
import { nodesOf, workThroughKills } from './killed-work.ts';
import { roundsOf } from './share.ts';

/** Products of one checkpoint of a batch. */
const SLICE = 50;

const LINES = `query ($id: ID!, $after: String) { of: assetBatch(id: $id) {
  page: results(first: 100, after: $after) {
    nodes { product { id } asset { id } } pageInfo { hasNextPage endCursor } } } }`;

async function batchOf(client: Client, id: string): Promise<Json> {
  const document =
    'query ($id: ID!) { assetBatch(id: $id) { state doneCount failedCount totalCount error } }';
  return at(dataOf(await client.send(document, { id })), 'assetBatch') ?? null;
}

test('a batch of assets that is killed again and again resumes: no label twice, none missing', async () => {
  const kills = roundsOf(10);
  const count = (3 * kills + 2) * SLICE;
  const { client, id, ended, dataFolder } = await workThroughKills({
    kills,
    products: Array.from({ length: count }, (_, number) => ({
      name: `Killed قميص ${number}`,
      gtin: gtinOf(number),
    })),
    env: { TRACKWAY_FONTS: 'arabic' },
    prepare: (folder) => cp(EXAMPLE_FONTS.folder, join(folder, 'fonts'), { recursive: true }),
    begin: async (first) => {
      const input = { kind: 'QR_TAG', locale: 'en', filter: { text: 'Killed' } };
      return sendForId(first, 'generateAssets', 'batch', input);
    },
    progressOf: batchOf,
  });
  const counts = { doneCount: count, failedCount: 0, totalCount: count };
  assert.deepEqual(ended, { state: 'COMPLETED', ...counts, error: null });
  const lines = await nodesOf(client, LINES, { id });
  assert.equal(lines.length, count);
  for (const part of ['product', 'asset'])
    assert.equal(new Set(lines.map((line) => at(line, part, 'id'))).size, count, part);
  const assets = await client.send('{ assets { totalCount } }');
  assert.equal(
    at(dataOf(assets), 'assets', 'totalCount'),
    count,
    'no asset is outside of the batch',
  );
  const files = await readdir(join(dataFolder, 'assets'), { recursive: true });
  assert.equal(files.filter((name) => name.endsWith('.svg')).length, count);
});
