import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from '../platform/soak.ts';
import { roundsOf } from './share.ts';

const HOUR_S = 3_600;
const SECONDS = roundsOf(HOUR_S);
/** A short warm-up leaves much to be compiled. */
const STEP_MB = 32;

/** Tables to which the load adds rows, without the days of their partitions. */
const GROWING = new Set([
  'audit_entries',
  'calculations',
  'events',
  // At most 16 rows for each list.
  'list_counts',
  'order_footprint_entries',
  'order_lines',
  'orders',
  // Those of the numbers in names.
  'product_name_trigrams',
  'product_sectors',
  'products',
  'record_bytes',
  'request_log',
  'search_documents',
  'search_words',
  'usage_counts',
  'usage_minutes',
]);

test('memory and tables stay as they are under an hour of mixed load, without an error', async (t) => {
  const { requests, memory, rows } = await soak(SECONDS);
  t.diagnostic(`${requests} requests, ${JSON.stringify(memory)}`);
  assert.ok(requests > SECONDS, `${requests} requests`);
  const grown = Object.entries(rows.after).filter(
    ([table, count]) =>
      count > (rows.before[table] ?? 0) && !GROWING.has(table.replace(/_\d{8}$/, '')),
  );
  assert.deepEqual(grown, []);
  const heldMb = memory.map((each) => each.heldMb);
  const growthMb = slopeOf(heldMb) * heldMb.length;
  const mostMb = SECONDS >= HOUR_S ? 1 : STEP_MB;
  assert.ok(growthMb < mostMb, `${growthMb.toFixed(1)} MB more: ${heldMb.map(Math.round)}`);
});

/** Slope of a line through evenly spaced values, by least squares, per value. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [covariance, variance] = values.reduce(
    ([sum, squares], value, at) => [
      sum + (at - middle) * (value - mean),
      squares + (at - middle) ** 2,
    ],
    [0, 0],
  );
  return covariance / variance;
}
