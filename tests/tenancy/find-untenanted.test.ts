import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUntenanted } from './find-untenanted.ts';

const TABLES = new Set(['orders', 'products']);
const BOUND = 'organization_id = $1 and environment = $2';

const SOUND = [
  `select * from products where ${BOUND} and id > $3 order by id limit 51`,
  `select * from products p where p.organization_id = $1::uuid and 'LIVE' = p.environment`,
  'select * from products where (organization_id, environment) = ($1, $2)',
  `select * from orders o join products p on p.organization_id = o.organization_id and p.environment = o.environment
   where o.${BOUND.replace('environment', 'o.environment')}`,
  `select * from orders join products using (organization_id, environment) where orders.organization_id = $1 and orders.environment = $2`,
  `with mine as (select * from orders where ${BOUND}) select * from mine`,
  `select exists (select from orders o where o.organization_id = p.organization_id and o.environment = p.environment)
   from products p where p.organization_id = $1 and p.environment = $2`,
  `update products set name = $3 where ${BOUND}`,
  `delete from products using (values ($1::uuid, $2)) as t (o, e) where products.organization_id = t.o and products.environment = t.e`,
  'insert into products (organization_id, environment, id) values ($1, $2, $3)',
  'select * from factors where id = $1',
  `select * from products p left join orders o on o.organization_id = p.organization_id and o.environment = p.environment
   where p.organization_id = $1 and p.environment = $2`,
  `select * from unnest($1::uuid[]) as wanted (id) join products p on p.id = wanted.id and p.organization_id = $2 and p.environment = $3`,
  'select 1',
];

const UNSOUND: readonly (readonly [string, readonly string[]])[] = [
  ['select * from products', ['products.organization_id', 'products.environment']],
  ['select * from products where organization_id = $1', ['products.environment']],
  [
    'select * from products where organization_id = $1 or environment = $2',
    ['products.organization_id', 'products.environment'],
  ],
  [
    'select * from products where organization_id <> $1 and environment = $2',
    ['products.organization_id'],
  ],
  [
    'select * from products where organization_id = organization_id and environment = $1',
    ['products.organization_id'],
  ],
  [
    `select (select count(*) from orders) from products where ${BOUND}`,
    ['orders.organization_id', 'orders.environment'],
  ],
  [
    'select from orders o join products p on p.organization_id = o.organization_id and p.environment = o.environment',
    [
      'orders.organization_id',
      'orders.environment',
      'products.organization_id',
      'products.environment',
    ],
  ],
  [
    `select from orders o, products p where o.organization_id = $1 and o.environment = $2 and p.id = o.id`,
    ['products.organization_id', 'products.environment'],
  ],
  [`select 1 union select 1 from products where environment = $1`, ['products.organization_id']],
  [
    `select from products p left join orders o on p.${BOUND.replace('environment', 'p.environment')} and o.${BOUND.replace('environment', 'o.environment')}`,
    ['products.organization_id', 'products.environment'],
  ],
  [
    'select from products p join factors f on f.organization_id = p.organization_id where p.environment = $1',
    ['products.organization_id'],
  ],
  [
    'select from products, orders where organization_id = $1 and environment = $2',
    [
      'products.organization_id',
      'products.environment',
      'orders.organization_id',
      'orders.environment',
    ],
  ],
  [
    'update products set name = $1 where id = $2',
    ['products.organization_id', 'products.environment'],
  ],
  ['delete from products where id = $1 and environment = $2', ['products.organization_id']],
  ['insert into products (id, organization_id) values ($1, $2)', ['products.environment']],
  [
    'with gone as (delete from orders returning *) select * from gone',
    ['orders.organization_id', 'orders.environment'],
  ],
];

test('accepts statements that name the tenant of their rows', async () => {
  for (const statement of SOUND) {
    assert.deepEqual(await findUntenanted(statement, TABLES), [], statement);
  }
});

test('finds every reference without a tenant', async () => {
  for (const [statement, missing] of UNSOUND) {
    assert.deepEqual(await findUntenanted(statement, TABLES), missing, statement);
  }
});
