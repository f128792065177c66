import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT_FIELDS } from '../http/schema/places.ts';
import { isUnmeasured } from '../performance/worst/measure.ts';
import { measureWorstRequests } from '../performance/worst/run.ts';

/**
 * Longest turn of the event loop, in bodies of a megabyte that are read and written in that time. The worst was
 * about 80 before large queries ran in slices, and is about 20 now, with the garbage collection that falls into it.
 */
const MOST_BODIES = 40;
const CEILING_MB = 600;

/** The operations that held it longest, or took most memory, of all that `npm run bench -- isolation` measures. */
const OPERATIONS = ['customer', 'orders', 'products', 'supplyChains', 'createProduct'];

/** The queries that took most memory at the cost of the highest tier, the largest cart, the largest pictures, and jobs for all products. */
const MOST_MEMORY = [
  'calculateCartFootprint',
  'calculations',
  'generateAsset',
  'generateAssets',
  'generateDpps',
  'nodes',
  'order',
  'orders',
  'products',
  'search',
];

test('the requests that take most memory stay below the ceiling', async (t) => {
  const outcomes = await measureWorstRequests({
    copies: 60,
    depths: [3, 4],
    tiers: ['GROWTH', 'ENTERPRISE'],
    operations: MOST_MEMORY,
    seconds: 0,
    onMeasured: ({ request, residentMb, longestMs, p99Ms }) => {
      const [most, turn, p99] = [residentMb, longestMs, p99Ms].map(Math.round);
      t.diagnostic(
        `${request.operation} ${request.shape}: ${most} MB, turn ${turn} ms, p99 ${p99} ms`,
      );
    },
  });
  const measured = new Set(outcomes.map(({ request }) => request.operation));
  assert.deepEqual([...measured].toSorted(), MOST_MEMORY);
  const bad = outcomes.flatMap(({ request, residentMb, codes }) =>
    residentMb >= CEILING_MB || codes.includes('INTERNAL_ERROR')
      ? [{ operation: request.operation, shape: request.shape, residentMb, codes }]
      : [],
  );
  assert.deepEqual(bad, []);
});

test('no largest legal request of a FREE key holds the event loop or its memory', async () => {
  const outcomes = await measureWorstRequests({
    copies: 5,
    depths: [2],
    tiers: ['FREE'],
    operations: OPERATIONS,
    seconds: 0,
  });
  const measured = new Set(outcomes.map(({ request }) => request.operation));
  assert.deepEqual([...measured].toSorted(), OPERATIONS.toSorted());
  const bad = outcomes.flatMap(({ request, longestMs, bodyMs, residentMb, codes }) => {
    const isLong = longestMs > MOST_BODIES * bodyMs;
    const isFault = codes.includes('INTERNAL_ERROR');
    if (!isLong && !isFault && residentMb < CEILING_MB) return [];
    const { operation, shape } = request;
    return [{ operation, shape, longestMs, bodyMs, residentMb, codes }];
  });
  assert.deepEqual(bad, []);
});

test('the largest input of every mutation is legal', async () => {
  const mutations = ROOT_FIELDS.filter(({ root }) => root === 'mutation').map(({ name }) => name);
  const outcomes = await measureWorstRequests({ copies: 5, operations: mutations, seconds: 0 });
  const measured = new Set(outcomes.map(({ request }) => request.operation));
  assert.deepEqual([...measured].toSorted(), mutations.toSorted());
  const refused = outcomes
    .filter(isUnmeasured)
    .map(({ request, refusals }) => [request.operation, request.shape, refusals[0]]);
  assert.deepEqual(refused, []);
});
