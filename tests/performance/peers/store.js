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
function send(name, text, values) {
  turn = (turn + 1) % CONNECTIONS;
  return clients[turn].query({ name, text, values, rowMode: 'array' });
}

const FIRST = 50;
const FIRST_PAGE = `
  select id, name from products
  where organization_id = $1 and environment = $2 and status <> 'ARCHIVED'
  order by products.id limit ${FIRST + 1}`;
const LATER_PAGE = `
  select id, name from products
  where organization_id = $1 and environment = $2 and status <> 'ARCHIVED' and id > $3
  order by products.id limit ${FIRST + 1}`;
const COUNT = `
  select coalesce(sum(row_count), 0)::int from list_counts
  where organization_id = $1 and environment = $2 and list = 'products' and bucket <> 'ARCHIVED'`;

/** Rows `[uuid, name]`: one more than the page, which tells whether there is a next one. */
export async function readPage(after) {
  const { rows } = await (after === undefined
    ? send('first-page', FIRST_PAGE, [ORGANIZATION_ID, ENVIRONMENT])
    : send('later-page', LATER_PAGE, [ORGANIZATION_ID, ENVIRONMENT, after]));
  return rows;
}

export async function countProducts() {
  const { rows } = await send('count', COUNT, [ORGANIZATION_ID, ENVIRONMENT]);
  return rows[0][0];
}

const A_CALCULATION = `
  select organization_id, environment, kind, detail, co2e_kg, state, snapshot_hash,
    result::text, snapshot::text
  from calculations where organization_id = $1 and environment = $2 limit 1`;
const NEW_CALCULATION = `
  insert into calculations (organization_id, environment, id, kind, detail, co2e_kg, state,
    snapshot_hash, result, snapshot)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export async function readCalculation() {
  const { rows } = await send('a-calculation', A_CALCULATION, [ORGANIZATION_ID, ENVIRONMENT]);
  return rows[0];
}

export async function insertCalculation(values) {
  await send('new-calculation', NEW_CALCULATION, values);
}

export { FIRST };
