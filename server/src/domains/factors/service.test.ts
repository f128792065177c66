import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startUp } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { loadCatalogue } from './catalogue.ts';
import { readFactorFile } from './import/index.ts';
import { seedFactorSets } from './load/seed.ts';
import { libraryOf, MOST_OWN_FACTORS } from './own-library.ts';
import {
  allOwnFactors,
  completeOwnSet,
  countOwnFactors,
  findFactors,
  listOwnFactors,
  listOwnSets,
} from './own-store.ts';
import { enableFactorPack, importFactorSet, type OwnSetDescription } from './service.ts';
import { loadFactorSets } from './sets.ts';

const { db, url } = await testDatabase();
await startUp({ url }, seedFactorSets);
const catalogue = await loadCatalogue(db);
const sets = await loadFactorSets(db);

const MILL: OwnSetDescription = {
  name: 'mill',
  version: '2026',
  title: 'Own mill',
  publisher: 'Us',
  licence: 'proprietary',
  licenceUrl: null,
  attribution: 'Measured by ourselves.',
  attributionUrls: [],
  sourceUrl: null,
  releasedOn: '2026-01-31',
};

const GOOD = `id,name,unit,kgco2e_per_unit,geography,year,gwp_set,material,AP
jersey,Jersey from our mill,kg,7.25,PT,2026,AR6-100,,0.02
cotton,Cotton of our growers,kg,1.8,TR,2026,AR6-100,cotton fibre,
`;

function tenant(environment: Scope['environment'] = 'LIVE'): Scope {
  return { organizationId: randomUUID(), environment };
}

async function importCsv(scope: Scope, csv: string, description = MILL) {
  const rows = readFactorFile('CSV', bytesOf(csv), { isPartial: false });
  const path = ['input', 'content'];
  const { factorSet } = await db
    .transaction()
    .execute((tx) => importFactorSet({ db: tx, scope }, description, rows, { path }));
  return factorSet;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ApiError ? error : assert.fail('nothing was refused');
}

test('a set of one organization is seen by nobody else, nor in its other environment', async () => {
  const scope = tenant();
  const set = await importCsv(scope, GOOD);
  assert.equal(set.factorCount, 2);
  assert.equal(set.slug, 'mill-2026');
  assert.deepEqual(set.gwpSets, ['AR6-100']);
  assert.equal(set.indicatorSet, 'EF 3.1');
  assert.deepEqual(await listOwnSets({ db, scope }), [set]);

  const [jersey] = await listOwnFactors(
    { db, scope },
    [set.id],
    { text: 'jersey' },
    {
      limit: 21,
      isBackward: false,
    },
  );
  assert.equal(jersey?.co2eKgPerUnit, 7.25);
  assert.deepEqual(jersey?.indicators, { AP: 0.02 });
  assert.equal(await countOwnFactors({ db, scope }, [set.id], { geography: 'TR' }, 100), 1);

  const strangers: Scope[] = [tenant(), { ...scope, environment: 'SANDBOX' }];
  for (const stranger of strangers) {
    assert.deepEqual(await listOwnSets({ db, scope: stranger }), []);
    assert.deepEqual(await findFactors({ db, scope: stranger }, [jersey?.id ?? '']), []);
    assert.equal(await countOwnFactors({ db, scope: stranger }, [set.id], {}, 100), 0);
  }
});

test('one row that cannot be used refuses the whole file, every such row named', async () => {
  const scope = tenant();
  const bad = `${GOOD}x,,kg,1,FR,2026,AR6-100,,\njersey,Twice,kg,1,FR,2026,AR6-100,,\n`;
  const refusal = await refusalOf(importCsv(scope, bad));
  assert.equal(refusal.code, 'BAD_USER_INPUT');
  assert.deepEqual(refusal.extensions['problems'], [
    {
      path: ['input', 'content', 4],
      code: 'UNUSABLE_ROW',
      message: 'Line 4 (x): name is missing.',
    },
    {
      path: ['input', 'content', 5],
      code: 'UNUSABLE_ROW',
      message: 'Line 5 (jersey): The id jersey is in line 2 already.',
    },
  ]);
  assert.deepEqual(await listOwnSets({ db, scope }), []);
  assert.deepEqual(await allOwnFactors({ db, scope }), []);
});

test('a fault after thousands of rows leaves nothing behind', async () => {
  const scope = tenant();
  const rows = Array.from(
    { length: 2500 },
    (_, at) => `r${at},Row ${at},kg,${at + 1},FR,2026,AR6-100,,`,
  );
  const header = GOOD.split('\n')[0];
  const refusal = await refusalOf(
    importCsv(scope, [header, ...rows, 'z,Z,kg,none,FR,,,,'].join('\n')),
  );
  assert.match(refusal.message, /Line 2502/);
  assert.deepEqual(await allOwnFactors({ db, scope }), []);
  const whole = await importCsv(scope, [header, ...rows].join('\n'));
  assert.equal(whole.factorCount, 2500);
  assert.equal((await allOwnFactors({ db, scope })).length, 2500);
});

/** Says of a set that it has so many factors, as if they had been imported. */
async function countedAs(scope: Scope, factorCount: number): Promise<void> {
  const set = { ...(await importCsv(scope, GOOD)), factorCount };
  await db.transaction().execute((tx) => completeOwnSet({ db: tx, scope }, set));
}

test('an import beyond the own factors that calculations hold in memory is refused whole', async () => {
  const scope = tenant();
  await countedAs(scope, MOST_OWN_FACTORS - 1);
  const next = { ...MILL, version: '2027' };
  const refusal = await refusalOf(importCsv(scope, GOOD, next));
  assert.equal(refusal.code, 'CONFLICT');
  assert.equal(refusal.extensions['maxOwnFactors'], MOST_OWN_FACTORS);
  assert.match(refusal.message, /: 1 more fit\./);
  assert.equal((await listOwnSets({ db, scope })).length, 1);
  const [header, row] = GOOD.split('\n');
  assert.equal((await importCsv(scope, `${header}\n${row}\n`, next)).factorCount, 1);
});

test('of two imports at once for which there is room only one by one, the second is refused', async () => {
  const scope = tenant();
  const { factorCount } = await importCsv(tenant(), GOOD);
  await countedAs(scope, MOST_OWN_FACTORS - factorCount);
  const outcomes = await Promise.allSettled(
    ['2027', '2028'].map((version) => importCsv(scope, GOOD, { ...MILL, version })),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('the libraries of many organizations in memory have no more own factors than those of one', async () => {
  const [first, second, third] = [tenant(), tenant(), tenant()];
  for (const scope of [first, second, third]) await countedAs(scope, MOST_OWN_FACTORS / 2);
  const before = await libraryOf({ db, scope: first }, catalogue);
  await libraryOf({ db, scope: second }, catalogue);
  assert.equal(await libraryOf({ db, scope: first }, catalogue), before);
  const kept = await libraryOf({ db, scope: third }, catalogue);
  assert.equal(await libraryOf({ db, scope: first }, catalogue), before, 'used last');
  assert.equal(await libraryOf({ db, scope: third }, catalogue), kept);
  await libraryOf({ db, scope: second }, catalogue);
  assert.notEqual(await libraryOf({ db, scope: first }, catalogue), before, 'made again');
});

test('a set never changes: the same name and version is a conflict', async () => {
  const scope = tenant();
  await importCsv(scope, GOOD);
  const refusal = await refusalOf(importCsv(scope, GOOD.replace('7.25', '6')));
  assert.equal(refusal.code, 'CONFLICT');
  const next = await importCsv(scope, GOOD.replace('7.25', '6'), { ...MILL, version: '2027' });
  assert.equal(next.slug, 'mill-2027');
});

test('an empty file is no set', async () => {
  const refusal = await refusalOf(importCsv(tenant(), 'id,name,unit,kgco2e_per_unit\n'));
  assert.match(refusal.message, /no factor in the file/);
});

test('without sets and packs of its own an organization calculates with the shared library', async () => {
  assert.equal(await libraryOf({ db, scope: tenant() }, catalogue), catalogue.library);
});

test('a pack serves only the organization that switched it on', async () => {
  const scope = tenant();
  const switchOn = (name: string) =>
    db.transaction().execute((tx) => enableFactorPack({ db: tx, scope }, sets, name));
  const pack = await switchOn('carbonfact-textile-1.1.0');
  await switchOn('carbonfact-textile');
  const id = [...(catalogue.packs.get(pack.id)?.factors ?? [])][0]?.id ?? '';
  assert.ok((await libraryOf({ db, scope }, catalogue)).factors.get(id));
  assert.ok(!(await libraryOf({ db, scope: tenant() }, catalogue)).factors.get(id));
  assert.ok(!catalogue.library.factors.get(id));
  assert.equal((await refusalOf(switchOn('no-such-pack'))).code, 'BAD_USER_INPUT');
});

test("an organization's own factor serves the material that its row names", async () => {
  const scope = tenant();
  await importCsv(scope, GOOD);
  const library = await libraryOf({ db, scope }, catalogue);
  const [first] = library.materials.get('cotton fibre') ?? [];
  const found = library.factors.get(first?.factorSourceId ?? '');
  assert.equal(found?.co2eKgPerUnit, 1.8);
  const own = (await allOwnFactors({ db, scope })).find((factor) => factor.sourceId === 'cotton');
  assert.equal(found?.id, encodeId('factor', own?.id ?? ''));
  assert.equal(
    await libraryOf({ db, scope }, catalogue),
    library,
    'the same sets, the same library',
  );
});

test('reports per row what was taken, changed and refused, and keeps the rest of a partial import', async () => {
  const scope = tenant();
  const csv = 'name;unit;kgco2e_per_unit;id\nA;kg;1.5;a\nB;kg;2,5;b\nC;kg;much;c\n';
  const imported = async (isPartial: boolean) => {
    const rows = readFactorFile('CSV', bytesOf(csv), { isPartial });
    const lines: string[] = [];
    const onRow = ({ line, status }: { line: number; status: string }) => {
      lines.push(`${line} ${status}`);
    };
    const path = ['input', 'content'];
    const result = await db
      .transaction()
      .execute((tx) => importFactorSet({ db: tx, scope }, MILL, rows, { path, isPartial, onRow }));
    return { ...result, lines };
  };
  const refusal = await refusalOf(imported(false));
  assert.match(
    JSON.stringify(refusal.extensions),
    /Line 4 \(c\): kgco2e_per_unit|not a number: much/,
  );
  const { factorSet, report, lines } = await imported(true);
  assert.deepEqual(lines, ['2 TAKEN', '3 CHANGED', '4 REFUSED']);
  assert.deepEqual(
    [report.takenCount, report.changedCount, report.refusedCount, factorSet.factorCount],
    [1, 1, 1, 2],
  );
  assert.deepEqual(
    report.rows.map(({ row }) => row),
    ['b', 'c'],
  );
  const own = await allOwnFactors({ db, scope });
  assert.deepEqual(own.map(({ co2eKgPerUnit }) => co2eKgPerUnit).sort(), [1.5, 2.5]);
});
