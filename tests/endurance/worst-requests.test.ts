import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureWorstRequests } from '../performance/worst/run.ts';

/**
 * Longest turn of the event loop, in bodies of a megabyte that are read and written in that time. The worst was
 * about 80 before large queries ran in slices, and is about 20 now, with the garbage collection that falls into it.
 */
const MOST_BODIES = 40;
const CEILING_MB = 600;

/** The operations that held it longest, or took most memory, of all that `npm run bench -- isolation` measures. */
const OPERATIONS = ['customer', 'orders', 'products', 'supplyChains', 'createProduct'];

test('the results of a page of calculations that an ENTERPRISE key may ask for stay below the ceiling', async () => {
  const outcomes = await measureWorstRequests({
    copies: 60,
    depths: [2, 4],
    tiers: ['ENTERPRISE'],
    operations: ['calculations'],
    seconds: 0,
    leastRequests: 4,
  });
  assert.ok(outcomes.length >= 2, `${outcomes.length} requests`);
  const bad = outcomes.filter(
    ({ residentMb, codes }) => residentMb >= CEILING_MB || codes.includes('INTERNAL_ERROR'),
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
