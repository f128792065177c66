import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startUp } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { libraryFactors, loadCatalogue, loadCatalogueFromFiles } from './catalogue.ts';
import { seedFactorSets } from './load/seed.ts';
import { listStoredSets } from './load/set-files.ts';
import { findFactors } from './own-store.ts';
import { loadFactorSets, setsNamed } from './sets.ts';
import { allFactors, countFactors, type FactorFilter, listFactors, matches } from './store.ts';

const stored = await listStoredSets();
const { db, url } = await testDatabase();
const added = await startUp({ url }, seedFactorSets);
const catalogue = await loadCatalogue(db);
const factors = await allFactors(db);
const { sets, setById } = await loadFactorSets(db);
const everySet = sets.map((set) => set.id);

async function namesOf(filter: FactorFilter, setIds = everySet): Promise<string[]> {
  const factors = await listFactors(db, setIds, filter, { limit: 101, isBackward: false });
  return factors.map((factor) => factor.name);
}

test('the first start loads every set and pack, with the rows it promises', () => {
  assert.equal(added.length, stored.length);
  assert.equal(
    factors.length,
    stored.reduce((sum, { set }) => sum + set.factorCount, 0),
  );
  for (const set of sets) {
    const held = factors.filter((factor) => factor.setId === set.id);
    assert.equal(held.length, set.factorCount, set.slug);
  }
});

test('factors of every set and pack are found by their ids', async () => {
  const scope = { organizationId: randomUUID(), environment: 'LIVE' } as const;
  const wanted = sets.map((set) => factors.find(({ setId }) => setId === set.id));
  const ids = wanted.map((factor) => factor?.id ?? assert.fail('an empty set'));
  const found = await findFactors({ db, scope }, [...ids, '01933b6a-7c1d-7e3a-9f42-5b0c8d1e2f3a']);
  assert.deepEqual(
    new Map(found.map((each) => [each.id, each])),
    new Map(wanted.map((each) => [each?.id, each])),
  );
});

test('a later start adds nothing', async () => {
  assert.deepEqual(await seedFactorSets(db), []);
});

test('changed words and more factors are taken over, a change of numbers is refused', async () => {
  await sql`update factor_sets set attribution = 'old words' where slug = 'desnz-2025'`.execute(db);
  assert.deepEqual(await seedFactorSets(db), []);
  const after = (await loadFactorSets(db)).sets.find((set) => set.slug === 'desnz-2025');
  assert.match(after?.attribution ?? '', /Open Government Licence/);

  const { id } = after ?? assert.fail('the set is gone');
  const [first, second] = factors.filter(({ setId }) => setId === id);
  await sql`update factors set co2e_kg_per_unit = co2e_kg_per_unit + 1 where id = ${first?.id}`.execute(
    db,
  );
  await sql`update factor_sets set content_hash = 'edited' where id = ${id}`.execute(db);
  await assert.rejects(seedFactorSets(db), (error: Error) => {
    assert.ok(error instanceof OperatorError);
    assert.match(error.message, /desnz-2025 differ from those loaded before/);
    return true;
  });
  await sql`update factors set co2e_kg_per_unit = ${first?.co2eKgPerUnit} where id = ${first?.id}`.execute(
    db,
  );

  // As by a version of the service whose set had one factor less and other words.
  await sql`update factors set name = 'old name' where id = ${first?.id}`.execute(db);
  await sql`delete from factors where id = ${second?.id}`.execute(db);
  await sql`update factor_sets set factor_count = factor_count - 1 where id = ${id}`.execute(db);
  const added = await seedFactorSets(db);
  assert.deepEqual(
    added.map(({ slug }) => slug),
    ['desnz-2025'],
  );
  const held = (await allFactors(db)).filter(({ setId }) => setId === id);
  assert.deepEqual(
    held.find((each) => each.id === first?.id),
    first,
  );
  assert.equal(held.length, after?.factorCount);
  assert.deepEqual(await seedFactorSets(db), []);
});

test('of two servers that start at once, one loads a new set and the other finds it there', async () => {
  const { id } = sets.find((set) => set.slug === 'ember-grid-2024') ?? assert.fail();
  // Its thousands of rows take longer than a request may, when the machine is busy.
  await startUp({ url }, async (own) => {
    await sql`delete from factors where set_id = ${id}`.execute(own);
    await sql`delete from factor_sets where id = ${id}`.execute(own);
  });
  const loaded = await Promise.all([
    startUp({ url }, seedFactorSets),
    startUp({ url }, seedFactorSets),
  ]);
  assert.deepEqual(
    loaded.flat().map((set) => set.slug),
    ['ember-grid-2024'],
  );
});

test('values come back to the last bit', () => {
  const aluminium = factors.find((factor) => factor.sourceId === 'desnz-2025:19_504_5104_15');
  assert.equal(aluminium?.co2eKgPerUnit, 9115.90131);
  const lithium = factors.find((factor) => factor.sourceId === 'lib-raw:lithium-brine');
  assert.equal(lithium?.co2eKgPerUnit, 7.702184421104804);
  assert.equal(lithium?.indicators?.['ODP'], 1.2181631707239932e-7);
});

test('factors are found by words in any order and case', async () => {
  assert.deepEqual(await namesOf({ text: 'FRANCE electricity generation grid average' }), [
    'Grid electricity, France, average generation',
  ]);
});

test('a word that is repeated is looked for once', () => {
  const parameters = (text: string) => matches([], { text }).compile(db).parameters;
  assert.deepEqual(parameters('Grid grid e E e'), parameters('grid e'));
});

test('signs of a pattern language are letters like others', async () => {
  assert.ok((await namesOf({ text: '50% laden' })).length > 0);
  assert.deepEqual(await namesOf({ text: '5_%' }), []);
  assert.deepEqual(await namesOf({ text: "'); drop table factors; --" }), []);
});

test('activity, geography, year and unit narrow the list together', async () => {
  const filter = { activity: 'transport freighting', geography: 'GB', year: 2025, unit: 't.km' };
  const found = await listFactors(db, everySet, filter, { limit: 101, isBackward: false });
  assert.ok(found.length > 0);
  for (const factor of found) {
    assert.equal(factor.category, 'Freighting goods');
    assert.deepEqual([factor.geography, factor.year, factor.unit], ['GB', 2025, 't.km']);
  }
});

test('packs stay out of the list until one is named', () => {
  const idOf = (set: { id: string }) => set.id;
  assert.equal(setsNamed(sets, undefined, idOf).length, stored.length - 4);
  assert.deepEqual(
    setsNamed(sets, 'Carbonfact-Textile', idOf).map((set) => set.slug),
    ['carbonfact-textile-1.1.0'],
  );
  assert.equal(setsNamed(sets, 'desnz', idOf).length, 3);
  assert.equal(setsNamed(sets, 'no such set', idOf).length, 0);
});

test('walking forward and backward visits every factor once, newest sets first', async () => {
  const filter = { geography: 'FR', activity: 'food' };
  const walk = async (isBackward: boolean) => {
    const ids: string[] = [];
    for (;;) {
      const last = ids.at(-1);
      const from = last === undefined ? undefined : { key: [last], isInclusive: false };
      const page = await listFactors(db, everySet, filter, { limit: 100, isBackward, from });
      ids.push(...page.map((factor) => factor.id));
      if (page.length === 0) return ids;
    }
  };
  const forward = await walk(false);
  assert.equal(forward.length, 2517);
  assert.deepEqual(forward, [...forward].sort().reverse());
  assert.deepEqual((await walk(true)).reverse(), forward);
});

test('counting stops one beyond the limit of exactness', async () => {
  assert.equal(
    await countFactors(db, everySet, { geography: 'FR', activity: 'food' }, 10_001),
    2517,
  );
  assert.equal(await countFactors(db, everySet, {}, 10_001), 10_001);
});

test('the library without a database is the same, to the last bit', async () => {
  assert.deepEqual(await loadCatalogueFromFiles(), await loadCatalogue(db));
});

test('other work gets its turns while the factors of a library are made', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const made = await libraryFactors([...factors, ...factors, ...factors]);
  clearImmediate(next);
  assert.equal(made.length, 3 * factors.length);
  assert.ok(turns > 1, `${turns} turns`);
});

test('calculations find no factor of a pack in the default library', () => {
  for (const [setId, { factors }] of catalogue.packs) {
    assert.equal(setById.get(setId)?.isOptional, true);
    for (const factor of factors) assert.equal(catalogue.library.factors.get(factor.id), undefined);
  }
});
