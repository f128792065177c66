import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureWorstRequests } from '../performance/worst/run.ts';

/**
 * Longest turn of the event loop, in bodies of a megabyte that are read and written in that time. It was 45 before
 * large queries ran in slices.
 */
const MOST_BODIES = 20;
const CEILING_MB = 600;

/** The operations that held it longest, or took most memory, of all that `npm run bench -- isolation` measures. */
const OPERATIONS = [
  'customer',
  'order',
  'orders',
  'products',
  'search',
  'supplyChains',
  'calculations',
  'createProduct',
];

test('no largest legal request of a FREE key holds the event loop or its memory', async () => {
  const outcomes = await measureWorstRequests({
    copies: 10,
    depths: [1, 2],
    tiers: ['FREE'],
    operations: OPERATIONS,
    seconds: 0,
    leastRequests: 2,
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
