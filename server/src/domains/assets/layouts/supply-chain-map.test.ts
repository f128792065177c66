import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapProjection, type Position } from '../../../../../dashboard/src/charts/map.ts';
import { SHIRT_MAP } from '../../../../../docs/example-map.ts';
import { ApiError } from '../../../rules/errors/api-error.ts';
import { svgOf } from '../drawing/to-svg.ts';
import { loadTexts } from '../words.ts';
import { type MapFacts, supplyChainMap } from './supply-chain-map.ts';

const words = (await loadTexts()).wordsOf('en');
const CHOICES = { locale: 'en', isPreview: false } as const;
const BOX = { left: 10, top: 10, right: 170, bottom: 90 };

function drawn(facts: Partial<MapFacts> = {}) {
  return supplyChainMap({ ...SHIRT_MAP, ...facts }, words, CHOICES);
}

function facilities(count: number, name = 'Mill') {
  return Array.from({ length: count }, (_, at) => ({
    ...{ key: `m${at}`, name: `${name} ${at}`, tier: at % 4, country: 'IT' },
    ...{ at: [8 + (at % 16), 45 - at / 16] as const, isApproximate: false },
  }));
}

test('the projection is equal-area, shows all places, and is chosen by their extent', () => {
  const cases: [name: string, places: Position[]][] = [
    ['the world', SHIRT_MAP.stops.map(({ at }) => at)],
    [
      'a region',
      [
        [11.4, 59.1],
        [8, 45.6],
        [-8.6, 41.2],
      ],
    ],
    [
      'both sides of the date line',
      [
        [178, -17],
        [-172, -13.6],
      ],
    ],
    [
      'the pole',
      [
        [0, 89.9],
        [180, 89.9],
      ],
    ],
    [
      'opposite ends of the earth',
      [
        [0, 0],
        [180, 0],
      ],
    ],
    ['one place', [[11.4, 59.1]]],
    ['no place', []],
  ];
  for (const [name, places] of cases) {
    const projection = mapProjection(places, BOX);
    assert.ok(Number.isFinite(projection.scale()), name);
    for (const place of places) {
      const [x, y] = projection([...place]) ?? [Number.NaN, Number.NaN];
      const isInside =
        x >= BOX.left - 0.01 &&
        x <= BOX.right + 0.01 &&
        y >= BOX.top - 0.01 &&
        y <= BOX.bottom + 0.01;
      assert.ok(isInside, `${name}: ${place} is at ${x}, ${y}`);
    }
  }
  const nearDateLine = mapProjection(
    [
      [178, -17],
      [-172, -13.6],
    ],
    BOX,
  );
  const [west = 0] = nearDateLine([178, -17]) ?? [];
  const [east = 0] = nearDateLine([-172, -13.6]) ?? [];
  assert.ok(east > west, 'Samoa is east of Fiji');
});

test('a map names its facilities by tier and country, and shows what it does not know', () => {
  const { title, description, metadata } = drawn();
  assert.equal(title, 'Supply chain map: Merino shirt, long sleeve');
  for (const part of [
    'Tier 0: Halden Outdoor, NO',
    'Tier 1: Central warehouse, NL; Costa & Filhos, sewing, PT',
    'Arcs connect facilities; they are not transport routes',
    'Hollow mark: middle of the country',
    'Without a place on the map: 1/9. Halden Outdoor',
  ]) {
    assert.ok(description.includes(part), `${part} is missing in: ${description}`);
  }
  assert.equal(metadata['supplyChainId'], SHIRT_MAP.supplyChainId);
  assert.equal(metadata['chainVersion'], 3);
});

test('many facilities are counted by tier, and their marks have the tier', () => {
  const { description, marks } = drawn({ stops: facilities(250), ways: [] });
  assert.match(description, /Tier 0: Facilities: 63/);
  const texts = marks.flatMap((mark) => (mark.kind === 'TEXT' ? [mark.text.text] : []));
  assert.ok(!texts.some((text) => text.includes('Mill')));
  assert.ok(texts.filter((text) => /^[0-3](, [0-3])*$/.test(text)).length > 10);
});

test('names that leave no room for the map are refused with the room that is missing', () => {
  const name = 'Cooperative mill of the valley, building with a very long name';
  const stops = facilities(24, name).map((stop, tier) => ({ ...stop, tier }));
  assert.throws(
    () => drawn({ stops, ways: [] }),
    (error) => error instanceof ApiError && /too little room for the map: \d/.test(error.message),
  );
});

test('a map of no places and of loops is drawn; land is one shape without borders', () => {
  const empty = svgOf(drawn({ stops: [], ways: [], unplacedCount: 2 }));
  assert.ok(empty.length < 400_000);
  const [first] = SHIRT_MAP.stops;
  assert.ok(first !== undefined);
  const loop = { from: first.key, to: first.key, line: [first.at, first.at] };
  const { marks } = drawn({ stops: [first], ways: [loop] });
  const shapes = marks.filter((mark) => mark.kind === 'PATH' && mark.fill === '#dedede');
  assert.equal(shapes.length, 1);
});
