import pg from 'pg';

// What all peers share, so that only their GraphQL layers differ: the same statements, prepared by
// name and sent through pipelined connections, which is the fastest way that `pg` offers.

const { DATABASE_URL, ORGANIZATION_ID, ENVIRONMENT } = process.env;
const CONNECTIONS = 2;

const clients = Array.from(
  { length: CONNECTIONS },
  () => new pg.Client({ connectionString: DATABASE_URL, pipeline: true }),
);
await Promise.all(clients.map((client) => client.connect()));

let turn = 0;
function send(name, values, options) {
  turn = (turn + 1) % CONNECTIONS;
  return clients[turn].query({ name, text: STATEMENTS[name], values, ...options });
}

const FIRST = 50;
const WIDE = 'id, name, external_id, sku, status, net_mass_kg, version, created_at';
const TENANT = [ORGANIZATION_ID, ENVIRONMENT];
const page = (columns, beyond) => `
  select ${columns} from products
  where organization_id = $1 and environment = $2 and status <> 'ARCHIVED' ${beyond}
  order by products.id limit ${FIRST + 1}`;

const STATEMENTS = {
  firstPage: page('id, name', ''),
  laterPage: page('id, name', 'and id > $3'),
  firstWidePage: page(WIDE, ''),
  laterWidePage: page(WIDE, 'and id > $3'),
  count: `
    select coalesce(sum(row_count), 0)::int from list_counts
    where organization_id = $1 and environment = $2 and list = 'products' and bucket <> 'ARCHIVED'`,
  aCalculation: `
    select * from calculations
    where organization_id = $1 and environment = $2 and kind = $3 limit 1`,
  newCalculation: `
    insert into calculations (organization_id, environment, id, kind, detail, co2e_kg, state,
      product_id, snapshot_hash, result, snapshot)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

/** Rows as lists: one more than the page, which tells whether there is a next one. */
export async function readPage(after, isWide = false) {
  const name = `${after === undefined ? 'first' : 'later'}${isWide ? 'Wide' : ''}Page`;
  const values = after === undefined ? TENANT : [...TENANT, after];
  const { rows } = await send(name, values, { rowMode: 'array' });
  return rows;
}

export async function countProducts() {
  const { rows } = await send('count', TENANT, { rowMode: 'array' });
  return rows[0][0];
}

export async function readCalculation(kind) {
  const { rows } = await send('aCalculation', [...TENANT, kind]);
  return rows[0];
}

const WRITTEN =
  'organization_id environment id kind detail co2e_kg state product_id snapshot_hash result snapshot';

export async function insertCalculation(row) {
  const values = WRITTEN.split(' ').map((column) => row[column]);
  await send('newCalculation', values);
}

export { FIRST, STATEMENTS, TENANT };
