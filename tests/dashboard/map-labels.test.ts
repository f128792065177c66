import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLabels } from '../../dashboard/src/charts/map-labels.ts';

const WIDTH = 1000;
const sidesOf = (
  dots: readonly { readonly name: string; readonly x: number; readonly y: number }[],
) =>
  Object.fromEntries(
    withLabels(dots, WIDTH).map(({ name, label }) => [
      name,
      label && `${label.textAnchor} ${label.y}`,
    ]),
  );

test('the name of a facility is on the right of its dot, and on the left at the end of the map', () => {
  assert.deepEqual(
    sidesOf([
      { name: 'Le Havre', x: 90, y: 100 },
      { name: 'Jamshedpur', x: 960, y: 300 },
    ]),
    { 'Le Havre': 'start 5', Jamshedpur: 'end 5' },
  );
});

test('a name covers no dot and no name of a neighbour', () => {
  assert.deepEqual(
    sidesOf([
      { name: 'Bottle works Mumbai', x: 800, y: 400 },
      { name: 'Lid moulding Pune', x: 812, y: 408 },
    ]),
    { 'Bottle works Mumbai': 'end 5', 'Lid moulding Pune': 'start 5' },
  );
});

test('without room on either side a name goes further up, then down', () => {
  const crowd = ['A', 'B', 'C', 'D', 'E'].map((name) => ({
    name: `Works ${name}`,
    x: 500,
    y: 200,
  }));
  assert.deepEqual(sidesOf(crowd), {
    'Works A': 'start 5',
    'Works B': 'end 5',
    'Works C': 'start -13',
    'Works D': 'end -13',
    'Works E': 'start 23',
  });
});

test('a name that is longer than the map is shortened to its room', () => {
  const [{ label } = { label: undefined }] = withLabels(
    [{ name: 'x'.repeat(200), x: 500, y: 200 }],
    WIDTH,
  );
  assert.match(label?.text ?? '', /^x{60,64}…$/);
});

test('in a crowd every name is near its dot or left out, and that of the selected dot is there', () => {
  const crowd = Array.from({ length: 40 }, (_, at) => ({ name: `Works ${at}`, x: 500, y: 200 }));
  const selected = crowd[30];
  const labels = withLabels(crowd, WIDTH, selected);
  assert.deepEqual(
    labels.map(({ name }) => name),
    crowd.map(({ name }) => name),
    'they stay in their order',
  );
  const shown = labels.flatMap(({ name, label }) =>
    label === undefined ? [] : [{ name, ...label }],
  );
  assert.ok(shown.length < 12 && shown.every(({ y }) => Math.abs(y) < 50), JSON.stringify(shown));
  assert.ok(shown.some(({ name }) => name === selected?.name));
});
