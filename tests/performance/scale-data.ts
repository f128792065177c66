import type { BenchmarkDatabase } from './database.ts';
import { ADJECTIVES, ARTICLES, MATERIALS, type Tenant } from './dataset.ts';

/** Rows per statement, so that what a statement's triggers see stays in memory. */
const CHUNK = 25_000;

/** Number of products and orders of a neighbour. */
const NEIGHBOUR_SIZE = 50;

const OCCASIONS = `'{day,evening,journey,holiday,office,garden,rain}'::text[]`;

/** Makes what the filling needs; ids follow from a tenant, a kind and a number. */
export async function prepareScale({ run }: BenchmarkDatabase): Promise<void> {
  await run(`
    create function scale_id(tenant uuid, kind text, number int) returns uuid
    language sql immutable parallel safe
    return overlay(overlay(md5(tenant::text || kind || number)
      placing lpad(to_hex(1750000000000 + number), 12, '0') from 1) placing '7' from 13)::uuid;
    create function scale_word(words text[], number int) returns text
    language sql immutable parallel safe return words[1 + number % array_length(words, 1)];
    set synchronous_commit = off;`);
}

/** Other organizations of the same database, numbered from `after` on, with so many products and orders each. */
export async function addNeighbours(
  database: BenchmarkDatabase,
  count: number,
  after = 0,
  size = NEIGHBOUR_SIZE,
): Promise<void> {
  await database.run(
    `insert into organizations (id, name, tier)
     select scale_id('00000000-0000-0000-0000-000000000000', 'organization', i), 'Neighbour ' || i, 'FREE'
     from generate_series($1::int + 1, $1::int + $2::int) i`,
    [after, count],
  );
  await fill(database, size, {
    from: `organizations cross join`,
    organization: 'organizations.id',
    where: `where organizations.name like 'Neighbour %' and split_part(organizations.name, ' ', 2)::int > ${after}`,
  });
}

/** Products with footprints, and as many orders of two lines each, of one organization. */
export async function fillTenant(
  database: BenchmarkDatabase,
  { organizationId }: Tenant,
  size: number,
): Promise<void> {
  await fill(database, size, { from: '', organization: `'${organizationId}'::uuid`, where: '' });
}

type Owners = { readonly from: string; readonly organization: string; readonly where: string };

/** Through the same triggers and foreign keys that every other writer meets. */
async function fill(
  { run }: BenchmarkDatabase,
  size: number,
  { from, organization, where }: Owners,
): Promise<void> {
  const id = (kind: string, number = 'i') => `scale_id(${organization}, '${kind}', ${number})`;
  for (let at = 0; at < size; at += CHUNK) {
    const count = Math.min(CHUNK, size - at);
    const series = `from ${from} generate_series(${at + 1}, ${at + count}) i`;
    const rows = `${series} ${where}`;
    await run(`insert into calculations (organization_id, environment, id, kind, detail, state, product_id, co2e_kg)
      select ${organization}, 'LIVE', ${id('calculation')}, 'PRODUCT', 'BASIC', 'COMPLETED', ${id('product')},
        (i % 977) / 100.0 ${rows}`);
    await run(`insert into products (organization_id, environment, id, external_id, name, description, sku,
        status, sector_tags, tags, image_urls, declared_amount, declared_unit, net_mass_kg, price_minor,
        price_currency, bill, co2e_kg, calculation_id)
      select ${organization}, 'LIVE', ${id('product')}, 'ext-' || i,
        initcap(scale_word(${ADJECTIVES}, i)) || ' ' || scale_word(${MATERIALS}, i) || ' '
          || scale_word(${ARTICLES}, i) || ' ' || i % 9973,
        'A ' || scale_word(${ARTICLES}, i / 7) || ' for every ' || scale_word(${OCCASIONS}, i) || ', of '
          || scale_word(${MATERIALS}, i / 3), 'SKU-' || i, case when i % 50 = 0 then 'DRAFT' else 'ACTIVE' end,
        case when i % 200 = 0 then '{SPORTS}'::text[] else '{APPAREL}' end, '{bench}', '{}', 1, 'PIECE', 0.22,
        990 + i % 9000, 'EUR', '{"components":[],"packaging":[],"processSteps":[],"transportLegs":[]}',
        (i % 977) / 100.0, ${id('calculation')} ${rows}`);
    await run(`insert into orders (organization_id, environment, id, external_id, state, payment_state, currency,
        subtotal_minor, shipping_minor, total_minor, shipping_legs, shipping_split, co2e_kg, placed_at)
      select ${organization}, 'LIVE', ${id('order')}, 'order-' || i,
        (array['CONFIRMED', 'SHIPPED', 'DELIVERED', 'DELIVERED', 'CANCELLED'])[1 + i % 5],
        case when i % 100 = 0 then 'UNPAID' else 'PAID' end, 'EUR', 2000 + i % 500, 0, 2000 + i % 500, '[]',
        'MASS', (i % 977) / 50.0, timestamptz '2026-01-01' + make_interval(secs => i) ${rows}`);
    await run(`insert into order_lines (organization_id, environment, order_id, number, product_id, name,
        quantity, unit_price_minor, unit_mass_kg, unit_co2e_kg)
      select ${organization}, 'LIVE', ${id('order')}, line.number,
        ${id('product', `${at + 1} + (i * 7 + line.number) % ${count}`)}, 'Garment', 1, 1000, 0.22, 1.5
      ${series} cross join generate_series(1, 2) as line (number) ${where}`);
  }
}
