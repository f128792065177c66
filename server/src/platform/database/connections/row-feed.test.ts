import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachRow, ofBytes, query } from '../database.ts';
import { testDatabase } from '../testing.ts';
import { RowBytes } from './row-bytes.ts';

const { db } = await testDatabase();

/** Rows from a few bytes to several reads of the socket. */
const SQL = `select at, repeat(chr(97 + at % 26), (at * 7919) % 200000) as letters, null as nothing
  from generate_series(1, 60) as at order by at`;
type Row = { readonly at: number; readonly letters: string; readonly nothing: null };

const valuesOf = ({ at, letters, nothing }: Row) => ({ at, letters, nothing });

test('rows that are handed over as they arrive are whole, whatever their size', async () => {
  const isRow = (_row: RowBytes): _row is RowBytes & Row => true;
  const taken: Row[] = [];
  await eachRow(db, SQL, [], (row) => {
    if (isRow(row)) taken.push(valuesOf(row));
  });
  assert.deepEqual(taken, await query(db, SQL));
});

test('rows that are kept as bytes are the same after many later reads', async () => {
  const kept = await query<Row & RowBytes>(ofBytes(db), SQL);
  const plain = await query<Row>(db, SQL);
  await Promise.all(Array.from({ length: 8 }, () => query(db, SQL)));
  assert.ok(kept.every((row) => row instanceof RowBytes));
  assert.deepEqual(kept.map(valuesOf), plain);
});

test('rows of bytes, of objects and handed over share the connections', async () => {
  const plain = await query<Row>(db, SQL);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => query<Row>(at % 2 === 0 ? db : ofBytes(db), SQL)),
  );
  for (const rows of answers) assert.deepEqual(rows.map(valuesOf), plain);
});

test('what `take` throws is the failure of the statement, and the connection lives on', async () => {
  const failing = eachRow(db, SQL, [], () => {
    throw new RangeError('No room.');
  });
  await assert.rejects(failing, /No room/);
  let count = 0;
  await eachRow(db, SQL, [], () => {
    count += 1;
  });
  assert.equal(count, 60);
});

test('the bytes of large rows are freed when their values are read', async () => {
  const heldMb = () => process.memoryUsage().arrayBuffers / 1024 ** 2;
  const before = heldMb();
  let mostMb = 0;
  await eachRow(db, `select repeat('x', 300000) from generate_series(1, 100)`, [], () => {
    mostMb = Math.max(mostMb, heldMb() - before);
  });
  assert.ok(mostMb < 8, `${mostMb} MB`);
});
