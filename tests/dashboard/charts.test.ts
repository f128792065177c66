import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flowLayout } from '../../dashboard/src/charts/flow.ts';
import { phaseSegments } from '../../dashboard/src/charts/phases.ts';
import { figuresMeet, rangeCurve } from '../../dashboard/src/charts/range.ts';
import {
  PERIOD_MINUTES,
  periodsOf,
  ratePath,
  roundTicks,
  showsLimit,
} from '../../dashboard/src/charts/rates.ts';
import { exactCounts } from '../../dashboard/src/pages/home/exact-counts.ts';

const ACTIVITIES = [
  { label: 'Cotton', phase: 'RAW_MATERIALS', co2eKg: 3 },
  { label: 'Thread', phase: 'RAW_MATERIALS', co2eKg: 0.01 },
  { label: 'Button', phase: 'RAW_MATERIALS', co2eKg: 0.02 },
  { label: 'Weaving', phase: 'MANUFACTURING', co2eKg: 1.5 },
  { label: 'Weaving', phase: 'MANUFACTURING', co2eKg: 0.5 },
  { label: 'Recycling', phase: 'END_OF_LIFE', co2eKg: -0.4 },
];

test('the bar of phases fills its width in the order of life, without credits', () => {
  const segments = phaseSegments(
    [
      { phase: 'USE', co2eKg: 1 },
      { phase: 'END_OF_LIFE', co2eKg: -2 },
      { phase: 'RAW_MATERIALS', co2eKg: 3 },
    ],
    { width: 102, gap: 2 },
  );
  assert.deepEqual(segments, [
    { phase: 'RAW_MATERIALS', co2eKg: 3, share: 0.75, x: 0, width: 75 },
    { phase: 'USE', co2eKg: 1, share: 0.25, x: 77, width: 25 },
  ]);
});

test('the flow keeps every kilogram, groups the small and lists credits', () => {
  const flow = flowLayout(ACTIVITIES, { rowHeight: 20, totalHeight: 200 });
  const sum = (boxes: readonly { readonly co2eKg: number }[]) =>
    boxes.reduce((total, { co2eKg }) => total + co2eKg, 0);
  assert.ok(Math.abs(sum(flow.activities) - 5.03) < 1e-9);
  assert.ok(Math.abs(sum(flow.phases) - 5.03) < 1e-9);
  assert.deepEqual(
    flow.activities.map(({ label }) => label),
    ['Cotton', '2 smaller', 'Weaving'],
  );
  assert.deepEqual(
    flow.credits.map(({ label, co2eKg }) => [label, co2eKg]),
    [['Recycling', -0.4]],
  );
  const last = flow.intoTotal.at(-1);
  assert.ok(last !== undefined);
  assert.ok(Math.abs(last.toY + last.height - (flow.total.y + flow.total.height)) < 1e-9);
});

test('boxes of the flow do not overlap, however many there are', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    label: `Part ${index}`,
    phase: index % 2 === 0 ? 'RAW_MATERIALS' : 'USE',
    co2eKg: 1 + (index % 7),
  }));
  const { activities, phases, height } = flowLayout(many, { rowHeight: 20, totalHeight: 300 });
  for (const boxes of [activities, phases])
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1];
      assert.ok(box.y >= 0 && box.y + box.height <= (next?.y ?? height) + 1e-9, box.label);
    }
});

test('the curve of the range has its ends at the declared values', () => {
  const curve = rangeCurve({ low: 5.81, value: 7.24, high: 9.02 }, { width: 400, height: 60 });
  assert.ok(curve !== undefined);
  assert.ok(0 < curve.lowX && curve.lowX < curve.valueX);
  assert.ok(curve.valueX < curve.highX && curve.highX < 400);
  // A linear axis: equal amounts are equal lengths.
  const ratio = (curve.valueX - curve.lowX) / (curve.highX - curve.lowX);
  assert.ok(Math.abs(ratio - (7.24 - 5.81) / (9.02 - 5.81)) < 1e-9);
});

test('figures below a curve that would touch each other are known', () => {
  const curve = rangeCurve({ low: 0.482, value: 1.14, high: 3.22 }, { width: 340, height: 64 });
  assert.ok(curve !== undefined);
  assert.equal(figuresMeet(curve, '1.14 kg'), false);
  assert.equal(figuresMeet(curve, '4,780,000 kg'), true);
});

test('a result without a positive range has no curve', () => {
  assert.equal(rangeCurve({ low: -1, value: 0, high: 1 }, { width: 9, height: 9 }), undefined);
});

test('one part of a catalogue that is too large to be counted is what the others leave', () => {
  const many = { totalCount: 10_000, totalCountIsExact: false };
  const few = { totalCount: 7, totalCountIsExact: true };
  assert.deepEqual(exactCounts(50_000, [many, few]), [
    { totalCount: 49_993, totalCountIsExact: true },
    few,
  ]);
  assert.deepEqual(exactCounts(50_000, [many, many, few]), [many, many, few]);
});

test('a line of rates passes the busiest minute of each period, and gaps are zero', () => {
  const minutes = 3 * PERIOD_MINUTES;
  const requests = Array.from({ length: minutes }, (_, at) => [4, 0, 9][at % 20] ?? 0);
  const failed = requests.map((count) => (count === 9 ? 2 : 0));
  const periods = periodsOf(requests, failed);
  assert.deepEqual(
    periods.map(({ start, busiest, most }) => [start, busiest, most]),
    [
      [0, 2, 9],
      [15, 22, 9],
      [30, 42, 9],
    ],
  );
  const sums = (name: 'requests' | 'failed') => periods.reduce((sum, each) => sum + each[name], 0);
  assert.deepEqual([sums('requests'), sums('failed')], [39, 6]);
  const [quiet] = periodsOf(
    Array.from({ length: PERIOD_MINUTES }, () => 0),
    [],
  );
  assert.equal(quiet?.most, 0);
  const path = ratePath(periods, { minutes, ceiling: 18 }, { width: 450, height: 100 });
  assert.equal(path, '25.0 50.0 L 225.0 50.0 L 425.0 50.0');
});

test('amounts at the lines of a chart are round and reach the largest', () => {
  assert.deepEqual(roundTicks(1), [0, 1]);
  assert.deepEqual(roundTicks(548), [0, 200, 400, 600]);
  assert.deepEqual(roundTicks(6_000), [0, 2_000, 4_000, 6_000]);
  assert.deepEqual([showsLimit(119, 600), showsLimit(120, 600)], [false, true]);
});
