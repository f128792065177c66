import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from './load/set-files.ts';
import { factorId, IMPACT_CATEGORY_FACTS } from './model.ts';

test('the impact categories are those of the reference table, in its order', () => {
  const table: Record<string, string>[] = parse(
    readFileSync(
      new URL('reference/ef31-impact-categories-normalisation-weighting.csv', DATA_FOLDER),
    ),
    { columns: true },
  );
  assert.deepEqual(
    table.map((row) => [row['code'], row['name'], row['unit']]),
    Object.entries(IMPACT_CATEGORY_FACTS).map(([code, { name, unit }]) => [code, name, unit]),
  );
});

test('a factor id is a UUIDv7 whose clock is the date of its set', () => {
  const id = factorId('ember-grid-2024', '2025-04-01', 'ember:fra');
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  assert.equal(new Date(time).toISOString(), '2025-04-01T00:00:00.000Z');
  assert.notEqual(
    id,
    factorId('ember-grid-2025', '2025-04-01', 'ember:fra'),
    'another set, another id',
  );
});
