import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../server/src/platform/database/migrate.ts';
import { contractionsIn, LAST_OF_FIRST_RELEASE } from './expand-only.ts';

/** Contractions that are safe, each with the reason. */
const ACCEPTED: Readonly<Record<string, string>> = {
  '0031_checks_of_partners.sql': 'The new check takes all values that the one before it took.',
  '0057_versions_of_footprints.sql': 'No release wrote the column.',
};

test('the version before can live with each migration', async () => {
  const checked = (await readMigrations()).filter(
    ({ name }) => name > LAST_OF_FIRST_RELEASE && ACCEPTED[name] === undefined,
  );
  for (const { name, sql } of checked) assert.deepEqual(await contractionsIn(sql), [], name);
});

test('a migration that takes away, renames or forbids is noticed', async () => {
  const refused: readonly (readonly [string, RegExp])[] = [
    ['drop table carts', /^drops table$/],
    ['drop function f(int)', /^drops function$/],
    ['alter table carts rename to baskets', /^renames/],
    ['alter table carts rename column a to b', /^renames/],
    ['alter table carts drop column a', /^drops carts.a$/],
    ['alter table carts alter a type text', /^changes the type of carts.a$/],
    ['alter table carts alter a set not null', /^forbids nulls in carts.a$/],
    ['alter table carts alter a drop default', /^takes the default of carts.a away$/],
    ['alter table carts add b int not null', /leaves empty$/],
    ['alter table carts add b int unique', /leaves empty$/],
    ['alter table carts add check (a > 0)', /^adds a constraint to carts$/],
    ['alter table carts add unique (a)', /^adds a constraint to carts$/],
    ['create unique index on carts (a)', /^makes a unique index on carts$/],
  ];
  for (const [sql, complaint] of refused) {
    const [found = '', ...others] = await contractionsIn(sql);
    assert.match(found, complaint, sql);
    assert.deepEqual(others, [], sql);
  }
});

test('a migration that adds is not refused', async () => {
  const additions = [
    'create table b (id int); alter table b alter id set not null; create unique index on b (id)',
    "alter table carts add b int; alter table carts add c text not null default ''",
    'alter table carts add b uuid; alter table carts add foreign key (a, b) references b (a, id)',
    'alter table carts add b int; alter table carts add check (b > a)',
    'alter table carts add b int; create unique index on carts (a, b)',
    'alter table carts drop constraint c; alter table carts alter a drop not null',
    'drop index carts_by_a; create index on carts (a); alter table carts alter a set default 1',
    'create or replace function f() returns int language sql as $$ select 1 $$; drop trigger t on carts',
  ];
  for (const sql of additions) assert.deepEqual(await contractionsIn(sql), [], sql);
});
